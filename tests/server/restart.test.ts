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
const SHORT_VIDEO = { duration: '4s', resolution: '480p' } as const
let dataDir: string
let serverProcess: ServerProcess
beforeAll(async () => {
  await ensureBuilt()
  dataDir = await mkdtemp(path.join(tmpdir(), 'kinora-restart-'))
})
afterAll(async () => {
  await serverProcess.end('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

const startServer = (environment = {}) => startServerProcess(SERVER_MAIN, { DATA_DIR: dataDir, ...environment })

describe('the built server', () => {
  it(
    'is killed in the middle of a render, starts again and finishes the same task',
    async () => {
      serverProcess = await startServer()
      const visitorBefore = await createVisitor(overNetwork(serverProcess))
      const { batchId, taskIds } = await commit(visitorBefore, await upload(visitorBefore), SHORT_VIDEO)
      await expect
        .poll(async () => (await visitorBefore.get(queryBatch, { batchId })).tasks[0]!.stage, { timeout: RENDER_TIMEOUT_MS })
        .toBe('rendering')
      await serverProcess.end('SIGKILL')

      serverProcess = await startServer()
      const visitorAfter = createTestClient(overNetwork(serverProcess), { token: visitorBefore.token })
      await expect
        .poll(async () => (await creation(visitorAfter, taskIds[0]!)).status, { timeout: RENDER_TIMEOUT_MS, interval: 250 })
        .toBe('SUCCESS')
      const finishedTask = await creation(visitorAfter, taskIds[0]!)
      const videoResponse = await visitorAfter.request(finishedTask.videoUrl!, { headers: { 'x-user-token': visitorAfter.token } })
      expect(videoResponse.headers.get('content-type')).toBe('video/mp4')
      expect(Buffer.from(await videoResponse.arrayBuffer()).toString('latin1', 4, 8)).toBe('ftyp')
      const { data } = await visitorAfter.get(getLedger, {})
      expect(data.map(({ kind }) => kind).toReversed()).toEqual(['grant', 'hold', 'settle'])
      expect(data.reduce((sum, { amount }) => sum + amount, 0)).toBe((await visitorAfter.get(getPoints, {})).points)
    },
    2 * RENDER_TIMEOUT_MS,
  )

  it(
    'returns its work uncounted and closes its database when its port is in use',
    async () => {
      const client = await createVisitor(overNetwork(serverProcess))
      const { batchId, taskIds } = await commit(client, await upload(client), SHORT_VIDEO)
      await expect.poll(async () => (await client.get(queryBatch, { batchId })).tasks[0]!.status).toBe('PROCESSING')
      await serverProcess.end('SIGKILL')
      const portHolder = createServer().listen(0, '127.0.0.1')
      await once(portHolder, 'listening')
      const { port } = portHolder.address() as AddressInfo
      for (let count = 0; count < 3; count += 1) {
        await expect(startServer({ PORT: String(port) })).rejects.toThrow(`Port ${port} is in use.`)
        expect(existsSync(path.join(dataDir, 'database.lock'))).toBe(false)
      }
      portHolder.close()
      serverProcess = await startServer()
      const sameVisitor = createTestClient(overNetwork(serverProcess), { token: client.token })
      await expect
        .poll(async () => (await creation(sameVisitor, taskIds[0]!)).status, { timeout: RENDER_TIMEOUT_MS, interval: 250 })
        .toBe('SUCCESS')
    },
    2 * RENDER_TIMEOUT_MS,
  )

  it('refuses a second process on the same data with one sentence', async () => {
    await expect(startServer()).rejects.toThrow(/The database is in use: process \d+ has locked/)
  })

  it(
    'stops cleanly in the middle of a render and picks it up at the next start',
    async () => {
      const client = await createVisitor(overNetwork(serverProcess))
      const { batchId, taskIds } = await commit(client, await upload(client), SHORT_VIDEO)
      await expect.poll(async () => (await client.get(queryBatch, { batchId })).tasks[0]!.status).toBe('PROCESSING')
      await serverProcess.end('SIGTERM')
      expect(serverProcess.child.exitCode).toBe(0)
      serverProcess = await startServer()
      const sameVisitor = createTestClient(overNetwork(serverProcess), { token: client.token })
      await expect
        .poll(async () => (await creation(sameVisitor, taskIds[0]!)).status, { timeout: RENDER_TIMEOUT_MS, interval: 250 })
        .toBe('SUCCESS')
    },
    RENDER_TIMEOUT_MS,
  )
})
