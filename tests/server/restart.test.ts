import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureBuilt } from '../../scripts/ensure-built.mjs'
import { getPoints, getLedger } from '#shared/api/user.ts'
import { queryBatch } from '#shared/api/generation.ts'
import { type ServerProcess, overNetwork, SERVER_MAIN, startServerProcess } from '../fixtures/server/built-server-process.ts'
import { commit, createTestClient, createVisitor, creation, upload } from './client.ts'

const RENDER_TIMEOUT_MS = 120_000
const SHORT = { duration: '4s', resolution: '480p' } as const
let dataDir: string
let running: ServerProcess
beforeAll(async () => {
  await ensureBuilt()
  dataDir = await mkdtemp(path.join(tmpdir(), 'kinora-restart-'))
})
afterAll(async () => {
  await running.end('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

const start = (environment = {}) => startServerProcess(SERVER_MAIN, { DATA_DIR: dataDir, ...environment })

describe('the built server', () => {
  it(
    'is killed in the middle of a render, starts again and finishes the same task',
    async () => {
      running = await start()
      const before = await createVisitor(overNetwork(running))
      const { batchId, taskIds } = await commit(before, await upload(before), SHORT)
      await expect
        .poll(async () => (await before.get(queryBatch, { batchId })).tasks[0]!.stage, { timeout: RENDER_TIMEOUT_MS })
        .toBe('rendering')
      await running.end('SIGKILL')

      running = await start()
      const after = createTestClient(overNetwork(running), { token: before.token })
      await expect
        .poll(async () => (await creation(after, taskIds[0]!)).status, { timeout: RENDER_TIMEOUT_MS, interval: 250 })
        .toBe('SUCCESS')
      const made = await creation(after, taskIds[0]!)
      const video = await after.request(made.videoUrl!, { headers: { 'x-user-token': after.token } })
      expect(video.headers.get('content-type')).toBe('video/mp4')
      expect(Buffer.from(await video.arrayBuffer()).toString('latin1', 4, 8)).toBe('ftyp')
      const { data } = await after.get(getLedger, {})
      expect(data.map(({ kind }) => kind).toReversed()).toEqual(['grant', 'hold', 'settle'])
      expect(data.reduce((sum, { amount }) => sum + amount, 0)).toBe((await after.get(getPoints, {})).points)
    },
    2 * RENDER_TIMEOUT_MS,
  )

  it(
    'returns its work uncounted and closes its database when its port is in use',
    async () => {
      const client = await createVisitor(overNetwork(running))
      const { batchId, taskIds } = await commit(client, await upload(client), SHORT)
      await expect.poll(async () => (await client.get(queryBatch, { batchId })).tasks[0]!.status).toBe('PROCESSING')
      await running.end('SIGKILL')
      const other = createServer().listen(0, '127.0.0.1')
      await once(other, 'listening')
      const { port } = other.address() as AddressInfo
      for (let count = 0; count < 3; count += 1) {
        await expect(start({ PORT: String(port) })).rejects.toThrow(`Port ${port} is in use.`)
        expect(existsSync(path.join(dataDir, 'database.lock'))).toBe(false)
      }
      other.close()
      running = await start()
      const again = createTestClient(overNetwork(running), { token: client.token })
      await expect
        .poll(async () => (await creation(again, taskIds[0]!)).status, { timeout: RENDER_TIMEOUT_MS, interval: 250 })
        .toBe('SUCCESS')
    },
    2 * RENDER_TIMEOUT_MS,
  )

  it('refuses a second process on the same data with one sentence', async () => {
    await expect(start()).rejects.toThrow(/The database is in use: process \d+ has locked/)
  })

  it(
    'stops cleanly in the middle of a render and picks it up at the next start',
    async () => {
      const client = await createVisitor(overNetwork(running))
      const { batchId, taskIds } = await commit(client, await upload(client), SHORT)
      await expect.poll(async () => (await client.get(queryBatch, { batchId })).tasks[0]!.status).toBe('PROCESSING')
      await running.end('SIGTERM')
      expect(running.child.exitCode).toBe(0)
      running = await start()
      const again = createTestClient(overNetwork(running), { token: client.token })
      await expect
        .poll(async () => (await creation(again, taskIds[0]!)).status, { timeout: RENDER_TIMEOUT_MS, interval: 250 })
        .toBe('SUCCESS')
    },
    RENDER_TIMEOUT_MS,
  )
})
