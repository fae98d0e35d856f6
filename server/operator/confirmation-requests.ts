import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import type { ConfirmationRequest, ConfirmationResult } from './confirm-factor.ts'

/**
 * Only the running server may use the embedded database. A command writes its request to a file in DATA_DIR that only the server's user can
 * read. The server deletes the file, handles the request once, and writes the result beside it.
 */
const FOLDER = 'operator-requests'
const REQUEST = '.request.json'
const RESULT = '.result.json'
const OWNER_ALONE = 0o700
const FILE_OF_OWNER = 0o600
const FOR_OTHERS = 0o077
/** The interval at which the server checks for requests, in ms. */
const POLL_EVERY_MS = 1000
/** How long a request is valid, and how long the command waits for its result, in ms. */
const WAIT_MS = 20_000
const ASK_EVERY_MS = 100

const requestSchema = z.object({ email: z.string(), code: z.string(), expiresAtMs: z.number() })
const resultSchema = z.object({ isTrusted: z.boolean(), sentence: z.string() })

/** Sends a request to the running server of this data folder. Undefined if it does not answer within `waitMs`. */
export async function askRunningServer(
  dataDir: string,
  request: ConfirmationRequest,
  waitMs = WAIT_MS,
): Promise<ConfirmationResult | undefined> {
  const folder = path.join(dataDir, FOLDER)
  const owner = fs.statSync(dataDir)
  fs.mkdirSync(folder, { recursive: true, mode: OWNER_ALONE })
  giveTo(folder, owner)
  const base = path.join(folder, randomUUID())
  const untilMs = Date.now() + waitMs
  try {
    writeWhole(base + REQUEST, { ...request, expiresAtMs: untilMs }, owner)
    while (Date.now() < untilMs) {
      await setTimeout(ASK_EVERY_MS)
      const result = readOnce(base + RESULT, resultSchema)
      if (result !== undefined) return result
    }
    return undefined
  } finally {
    for (const end of [REQUEST, RESULT]) fs.rmSync(base + end, { force: true })
    removeIfEmpty(folder)
  }
}

interface AnsweringDeps {
  readonly dataDir: string
  readonly answer: (request: ConfirmationRequest) => Promise<ConfirmationResult>
  readonly onError: (error: unknown) => void
}

export interface AnsweredRequests {
  /** Handles waiting requests now, instead of within a second. */
  poll(): Promise<void>
  stop(): Promise<void>
}

/** Handles the requests of commands until it is stopped. */
export function answerRequests({ dataDir, answer, onError }: AnsweringDeps): AnsweredRequests {
  const folder = path.join(dataDir, FOLDER)
  fs.rmSync(folder, { recursive: true, force: true })
  let polling = Promise.resolve()

  async function handleAll(): Promise<void> {
    for (const name of filesIn(folder)) {
      if (!name.endsWith(REQUEST)) continue
      const file = path.join(folder, name)
      const isOfOwner = isPrivate(file)
      const request = readOnce(file, requestSchema)
      if (request === undefined || !isOfOwner || request.expiresAtMs < Date.now()) continue
      const result = await answer(request)
      writeWhole(file.slice(0, -REQUEST.length) + RESULT, result, fs.statSync(folder))
    }
  }

  const poll = () => (polling = polling.then(handleAll).catch(onError))
  const timer = setInterval(() => void poll(), POLL_EVERY_MS)
  return {
    poll,
    async stop() {
      clearInterval(timer)
      await polling
    },
  }
}

function filesIn(folder: string): readonly string[] {
  try {
    return fs.readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Whether a file belongs to this user and no other user can read it. Always true on Windows, which has neither owners nor modes. */
function isPrivate(file: string): boolean {
  const found = fs.lstatSync(file, { throwIfNoEntry: false })
  if (found === undefined || !found.isFile()) return false
  return process.getuid === undefined || (found.uid === process.getuid() && (found.mode & FOR_OTHERS) === 0)
}

/** Deletes a file and returns its contents; undefined if it is missing or invalid. */
function readOnce<T>(file: string, schema: z.ZodType<T>): T | undefined {
  let text: string
  try {
    text = fs.readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
  fs.rmSync(file, { force: true })
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Writes a file under another name first, so that no reader finds a partial file. */
function writeWhole(file: string, value: object, owner: fs.Stats): void {
  const part = `${file}.part`
  fs.writeFileSync(part, JSON.stringify(value), { mode: FILE_OF_OWNER, flag: 'wx' })
  giveTo(part, owner)
  fs.renameSync(part, file)
}

/** Makes a file of a root command readable for the server's user. */
function giveTo(file: string, { uid, gid }: fs.Stats): void {
  if (process.getuid?.() === 0) fs.chownSync(file, uid, gid)
}

function removeIfEmpty(folder: string): void {
  try {
    fs.rmdirSync(folder)
  } catch {
    // The folder has the result of another command, which still waits for it.
  }
}
