import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { getHistory } from '#shared/api/generation.ts'
import { getLedger, getPoints } from '#shared/api/user.ts'
import { ensureBuilt } from '../../scripts/ensure-built.mjs'
import { type ServerProcess, SERVER_MAIN, overNetwork, startServerProcess } from '../fixtures/server/built-server-process.ts'
import { type TestClient, commit, createTestClient, createVisitor, untilStatus, upload } from './client.ts'

const PRELOAD = pathToFileURL(path.join(import.meta.dirname, '../fixtures/server/refuse-writes.mjs')).href
const RENDER_LIMIT_MS = 120_000
const NOTICE_TIMEOUT_MS = 5000
const RESUME_TIMEOUT_MS = 60_000
const SHORT_VIDEO = { duration: '4s', resolution: '480p' } as const
/** The level of errors in pino's log. */
const ERROR_LEVEL = 50

let folder: string
let dataDir: string
let controlFile: string
let serverProcess: ServerProcess
let output = ''
beforeAll(async () => {
  await ensureBuilt()
  folder = await mkdtemp(path.join(tmpdir(), 'kinora-unwritable-'))
  dataDir = path.join(folder, 'data')
  controlFile = path.join(folder, 'refuses')
  await startServer()
})
afterEach(() => rm(controlFile, { force: true }))
afterAll(async () => {
  await serverProcess.end('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

async function startServer(): Promise<void> {
  const environment = { DATA_DIR: dataDir, WELCOME_POINTS_VISITOR: '1000', REFUSE_BELOW: dataDir, REFUSE_WHILE: controlFile }
  serverProcess = await startServerProcess(SERVER_MAIN, { ...environment, NODE_OPTIONS: `--import ${PRELOAD}` })
  output = ''
  serverProcess.child.stdout?.on('data', (text: Buffer) => (output += text.toString()))
}

const refuseWrites = (code: string) => writeFile(controlFile, code)
const acceptWrites = () => rm(controlFile)
const fetchReadyStatus = async () => (await fetch(`${serverProcess.origin}/readyz`)).status
const readErrors = () =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { readonly level: number; readonly msg: string })
    .filter(({ level }) => level >= ERROR_LEVEL)
    .map(({ msg }) => msg)

/** Returns the visitor's data that the server has acknowledged: creations, and the points of the ledger. */
async function readActs(visitor: TestClient) {
  const history = await visitor.get(getHistory, { curPage: 1, pageSize: 50, taskStatus: 'ALL' })
  const { data } = await visitor.get(getLedger, {})
  const { points } = await visitor.get(getPoints, {})
  expect(data.reduce((sum, { amount }) => sum + amount, 0)).toBe(points)
  return { ids: history.data.map(({ id, status }) => `${id} ${status}`), points }
}

describe('a server whose data folder refuses writes', () => {
  it.each(['EROFS', 'EPERM', 'EIO'])(
    'with %s is not ready within 5 s, logs one line, answers 503 at once, and resumes with every acknowledged act when it is writable',
    async (code) => {
      const visitor = await createVisitor(overNetwork(serverProcess))
      const image = await upload(visitor)
      const { batchId } = await commit(visitor, image, SHORT_VIDEO)
      await untilStatus(visitor, batchId, 'SUCCESS')
      const actsBefore = await readActs(visitor)
      output = ''
      await refuseWrites(code)
      const answers = await Promise.all([
        visitor.call(getHistory, { curPage: 1, pageSize: 5, taskStatus: 'ALL' }),
        ...Array.from({ length: 5 }, () => commit(visitor, image, SHORT_VIDEO).catch((error: unknown) => error)),
      ])
      // A call that only reads may still be answered if it arrived before the database was paused.
      expect(['answered', 'H503']).toContain(answers[0].ok ? 'answered' : answers[0].error.code)
      expect(answers.slice(1).map(String)).toEqual(Array.from({ length: 5 }, () => expect.stringContaining('H503')))
      await expect.poll(fetchReadyStatus, { timeout: NOTICE_TIMEOUT_MS }).toBe(503)
      expect((await fetch(`${serverProcess.origin}/healthz`)).status).toBe(200)
      await expect.poll(() => readErrors().length, { timeout: NOTICE_TIMEOUT_MS }).toBe(1)
      await acceptWrites()
      await expect.poll(fetchReadyStatus, { timeout: RESUME_TIMEOUT_MS, interval: 250 }).toBe(200)
      // The log names the database if its files cannot be written, and otherwise the disk.
      expect(readErrors()).toEqual([expect.stringMatching(/^(?:Database files are|Disk is) not writable/)])
      expect(await readActs(visitor)).toEqual(actsBefore)
      await untilStatus(visitor, (await commit(visitor, image, SHORT_VIDEO)).batchId, 'SUCCESS')
    },
    2 * RENDER_LIMIT_MS,
  )

  it('ends on SIGTERM, cannot be started until it is writable, and then has every acknowledged act', async () => {
    const visitor = await createVisitor(overNetwork(serverProcess))
    const { batchId } = await commit(visitor, await upload(visitor), SHORT_VIDEO)
    await untilStatus(visitor, batchId, 'SUCCESS')
    const actsBefore = await readActs(visitor)
    await refuseWrites('EROFS')
    await expect.poll(fetchReadyStatus, { timeout: NOTICE_TIMEOUT_MS }).toBe(503)
    await serverProcess.end('SIGTERM')
    expect(serverProcess.child.exitCode).toBe(0)
    await expect(startServer()).rejects.toThrow(/^ended with 1: DATA_DIR is not writable: EROFS[^\n]*\n$/)
    await acceptWrites()
    await startServer()
    expect(await readActs(createTestClient(overNetwork(serverProcess), { token: visitor.token }))).toEqual(actsBefore)
  })
})
