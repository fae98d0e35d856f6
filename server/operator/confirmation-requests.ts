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
const REQUEST_SUFFIX = '.request.json'
const RESULT_SUFFIX = '.result.json'
const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
const OTHER_USERS_BITS = 0o077
/** The interval at which the server checks for requests, in ms. */
const SERVER_POLL_MS = 1000
/** How long a request is valid, and how long the command waits for its result, in ms. */
const REQUEST_LIFETIME_MS = 20_000
const COMMAND_POLL_MS = 100

const requestSchema = z.object({ email: z.string(), code: z.string(), expiresAtMs: z.number() })
const resultSchema = z.object({ isTrusted: z.boolean(), sentence: z.string() })

/** Sends a request to the running server of this data folder. Undefined if it does not answer within `waitMs`. */
export async function askRunningServer(
  dataDir: string,
  request: ConfirmationRequest,
  waitMs = REQUEST_LIFETIME_MS,
): Promise<ConfirmationResult | undefined> {
  const folder = path.join(dataDir, FOLDER)
  const owner = fs.statSync(dataDir)
  fs.mkdirSync(folder, { recursive: true, mode: FOLDER_MODE })
  changeOwner(folder, owner)
  const basePath = path.join(folder, randomUUID())
  const deadlineMs = Date.now() + waitMs
  try {
    writeAtomically(basePath + REQUEST_SUFFIX, { ...request, expiresAtMs: deadlineMs }, owner)
    while (Date.now() < deadlineMs) {
      await setTimeout(COMMAND_POLL_MS)
      const result = readOnce(basePath + RESULT_SUFFIX, resultSchema)
      if (result !== undefined) return result
    }
    return undefined
  } finally {
    for (const suffix of [REQUEST_SUFFIX, RESULT_SUFFIX]) fs.rmSync(basePath + suffix, { force: true })
    removeIfEmpty(folder)
  }
}

interface AnsweringDeps {
  readonly dataDir: string
  readonly answer: (request: ConfirmationRequest) => Promise<ConfirmationResult>
  readonly onError: (error: unknown) => void
}

export interface AnsweredRequests {
  /** Handles the waiting requests at once, without waiting for the timer. */
  poll(): Promise<void>
  stop(): Promise<void>
}

/** Handles the requests of commands until it is stopped. */
export function answerRequests({ dataDir, answer, onError }: AnsweringDeps): AnsweredRequests {
  const folder = path.join(dataDir, FOLDER)
  fs.rmSync(folder, { recursive: true, force: true })
  let currentPoll = Promise.resolve()

  async function handleRequests(): Promise<void> {
    for (const name of filesIn(folder)) {
      if (!name.endsWith(REQUEST_SUFFIX)) continue
      const file = path.join(folder, name)
      const isPrivateFile = isPrivate(file)
      const request = readOnce(file, requestSchema)
      if (request === undefined || !isPrivateFile || request.expiresAtMs < Date.now()) continue
      const result = await answer(request)
      writeAtomically(file.slice(0, -REQUEST_SUFFIX.length) + RESULT_SUFFIX, result, fs.statSync(folder))
    }
  }

  const poll = () => (currentPoll = currentPoll.then(handleRequests).catch(onError))
  const timer = setInterval(() => void poll(), SERVER_POLL_MS)
  return {
    poll,
    async stop() {
      clearInterval(timer)
      await currentPoll
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
  const stats = fs.lstatSync(file, { throwIfNoEntry: false })
  if (stats === undefined || !stats.isFile()) return false
  return process.getuid === undefined || (stats.uid === process.getuid() && (stats.mode & OTHER_USERS_BITS) === 0)
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
function writeAtomically(file: string, value: object, owner: fs.Stats): void {
  const partialFile = `${file}.part`
  fs.writeFileSync(partialFile, JSON.stringify(value), { mode: FILE_MODE, flag: 'wx' })
  changeOwner(partialFile, owner)
  fs.renameSync(partialFile, file)
}

/** If the command runs as root, makes its file or folder belong to the server's user. */
function changeOwner(file: string, { uid, gid }: fs.Stats): void {
  if (process.getuid?.() === 0) fs.chownSync(file, uid, gid)
}

function removeIfEmpty(folder: string): void {
  try {
    fs.rmdirSync(folder)
  } catch {
    // The folder has the result of another command, which still waits for it.
  }
}
