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
const NOTICED_WITHIN_MS = 5000
const BACK_WITHIN_MS = 60_000
const SHORT = { duration: '4s', resolution: '480p' } as const
/** The level of errors in pino's log. */
const ERROR_LEVEL = 50

let folder: string
let dataDir: string
let control: string
let running: ServerProcess
let output = ''
beforeAll(async () => {
  await ensureBuilt()
  folder = await mkdtemp(path.join(tmpdir(), 'kinora-unwritable-'))
  dataDir = path.join(folder, 'data')
  control = path.join(folder, 'refuses')
  await start()
})
afterEach(() => rm(control, { force: true }))
afterAll(async () => {
  await running.end('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

async function start(): Promise<void> {
  const environment = { DATA_DIR: dataDir, WELCOME_POINTS_VISITOR: '1000', REFUSE_BELOW: dataDir, REFUSE_WHILE: control }
  running = await startServerProcess(SERVER_MAIN, { ...environment, NODE_OPTIONS: `--import ${PRELOAD}` })
  output = ''
  running.child.stdout?.on('data', (text: Buffer) => (output += text.toString()))
}

const refuseWrites = (code: string) => writeFile(control, code)
const acceptWrites = () => rm(control)
const readyz = async () => (await fetch(`${running.origin}/readyz`)).status
const errors = () =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { readonly level: number; readonly msg: string })
    .filter(({ level }) => level >= ERROR_LEVEL)
    .map(({ msg }) => msg)

/** The visitor's stored data that the server has acknowledged: creations and the points of the ledger. */
async function actsOf(visitor: TestClient) {
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
      const visitor = await createVisitor(overNetwork(running))
      const image = await upload(visitor)
      const { batchId } = await commit(visitor, image, SHORT)
      await untilStatus(visitor, batchId, 'SUCCESS')
      const before = await actsOf(visitor)
      output = ''
      await refuseWrites(code)
      const refused = await Promise.all([
        visitor.call(getHistory, { curPage: 1, pageSize: 5, taskStatus: 'ALL' }),
        ...Array.from({ length: 5 }, () => commit(visitor, image, SHORT).catch((error: unknown) => error)),
      ])
      // A call that only reads and arrived before the pause may still be answered.
      expect(['answered', 'H503']).toContain(refused[0].ok ? 'answered' : refused[0].error.code)
      expect(refused.slice(1).map(String)).toEqual(Array.from({ length: 5 }, () => expect.stringContaining('H503')))
      await expect.poll(readyz, { timeout: NOTICED_WITHIN_MS }).toBe(503)
      expect((await fetch(`${running.origin}/healthz`)).status).toBe(200)
      await expect.poll(() => errors().length, { timeout: NOTICED_WITHIN_MS }).toBe(1)
      await acceptWrites()
      await expect.poll(readyz, { timeout: BACK_WITHIN_MS, interval: 250 }).toBe(200)
      // The log names the database, or the folder of the files if only that cannot be written.
      expect(errors()).toEqual([expect.stringMatching(/^(?:Database files are|Disk is) not writable/)])
      expect(await actsOf(visitor)).toEqual(before)
      await untilStatus(visitor, (await commit(visitor, image, SHORT)).batchId, 'SUCCESS')
    },
    2 * RENDER_LIMIT_MS,
  )

  it('ends on SIGTERM, cannot be started until it is writable, and then has every acknowledged act', async () => {
    const visitor = await createVisitor(overNetwork(running))
    const { batchId } = await commit(visitor, await upload(visitor), SHORT)
    await untilStatus(visitor, batchId, 'SUCCESS')
    const before = await actsOf(visitor)
    await refuseWrites('EROFS')
    await expect.poll(readyz, { timeout: NOTICED_WITHIN_MS }).toBe(503)
    await running.end('SIGTERM')
    expect(running.child.exitCode).toBe(0)
    await expect(start()).rejects.toThrow(/^ended with 1: DATA_DIR is not writable: EROFS[^\n]*\n$/)
    await acceptWrites()
    await start()
    expect(await actsOf(createTestClient(overNetwork(running), { token: visitor.token }))).toEqual(before)
  })
})
