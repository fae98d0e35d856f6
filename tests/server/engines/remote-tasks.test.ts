import { afterEach, beforeEach, expect, it } from 'vitest'
import { ledger } from '#server/database/schema.ts'
import { createFalEngine } from '#server/motion/engines/fal/fal-provider.ts'
import { DECLINED_TEXT } from '#server/motion/engines/remote/call-remote.ts'
import { getAppInfo } from '#shared/api/app-info.ts'
import { COMMON_HEADERS } from '#shared/api/common-params.ts'
import { cancelTask, getVideoParameters } from '#shared/api/generation.ts'
import { getPoints } from '#shared/api/user.ts'
import { type EngineBench, createEngineBench } from '../../fixtures/engines/engine-bench.ts'
import { type FalStub, COMPLETED, FAL_KEY, IN_PROGRESS, IN_QUEUE, startFalStub } from '../../fixtures/engines/fal-stub.ts'
import { type TestServer, startTestServer } from '../../fixtures/start-test-server.ts'
import { commit, createVisitor, creation, customInput, untilStatus, upload } from '../client.ts'

const WELCOME_POINTS = 500
let fal: FalStub
let bench: EngineBench
/**
 * A time limit of the engine that no test reaches. The bench's clock skips each pause, so its time advances by minutes while the server
 * does other work.
 */
const NO_LIMIT_MS = 365 * 24 * 3_600_000

const servers: TestServer[] = []

/** Starts the real server with jobs and ledger, on a fal engine that polls the stub. */
async function startServer(options: Partial<Parameters<typeof startTestServer>[0]> = {}): Promise<TestServer> {
  const config = { key: FAL_KEY, model: 'pixverse-v6', queueUrl: fal.origin, jwksUrl: `${fal.origin}/.well-known/jwks.json` } as const
  const engine = createFalEngine({ ...bench.deps, timeLimitMs: NO_LIMIT_MS, config, webhookUrl: undefined })
  const server = await startTestServer({
    listen: false,
    engine,
    concurrency: 2,
    ...options,
    config: { dataDir: bench.folder, welcomePointsVisitor: WELCOME_POINTS },
  })
  servers.push(server)
  return server
}

beforeEach(async () => {
  fal = await startFalStub()
  bench = await createEngineBench()
})

afterEach(async () => {
  for (const server of servers.splice(0).toReversed()) await server.stop()
  await fal.close()
  await bench.close()
})

const countOrders = () => fal.of('POST', /^\/fal-ai\//).length

it('settles the videos that the service has made, and returns the points of declined ones', async () => {
  const server = await startServer()
  const visitor = await createVisitor(server)
  expect(await visitor.get(getAppInfo, {})).toMatchObject({ engine: 'fal' })
  const { series } = await visitor.get(getVideoParameters, {})
  expect(series.map(({ modelName }) => modelName)).toEqual(['pixverse-v6'])
  const image = await upload(visitor)
  const { modelName } = customInput(image, { modelName: 'pixverse-v6' })

  const madeBatch = await commit(visitor, image, { modelName })
  await untilStatus(visitor, madeBatch.batchId, 'SUCCESS')
  const { videoUrl, width } = await creation(visitor, madeBatch.taskIds[0]!)
  expect(width).toBe(160)
  expect((await visitor.request(videoUrl!, { headers: { [COMMON_HEADERS.userToken]: visitor.token } })).status).toBe(200)

  fal.statuses = [IN_QUEUE, COMPLETED]
  fal.result = { status: 422, json: { detail: [{ loc: ['body'], msg: 'no', type: 'content_policy_violation' }] } }
  const declinedBatch = await commit(visitor, image, { modelName })
  const { tasks } = await untilStatus(visitor, declinedBatch.batchId, 'FAILED')
  expect(tasks[0]).toMatchObject({ errorMsg: DECLINED_TEXT })
  expect(await visitor.get(getPoints, {})).toEqual({ points: WELCOME_POINTS - 50, held: 0 })
  const entries = await server.database.db.select({ kind: ledger.kind, amount: ledger.amount }).from(ledger).orderBy(ledger.seq)
  expect(entries.slice(-2)).toEqual([
    { kind: 'hold', amount: -50 },
    { kind: 'return', amount: 50 },
  ])
  expect(countOrders()).toBe(2)
})

it('cancels at the service an order that a restart returned and its user then cancelled', async () => {
  fal.statuses = [IN_PROGRESS]
  const firstServer = await startServer()
  const visitor = await createVisitor(firstServer)
  const { taskIds } = await commit(visitor, await upload(visitor), { modelName: 'pixverse-v6' })
  await expect.poll(() => fal.of('GET', /status$/).length).toBeGreaterThan(0)
  await firstServer.stop()
  expect((await creation(visitor, taskIds[0]!)).status).toBe('PENDING')
  await visitor.get(cancelTask, { taskId: taskIds[0]! })
  await expect.poll(() => fal.of('PUT', /\/cancel$/).length).toBe(1)
  expect(await visitor.get(getPoints, {})).toEqual({ points: WELCOME_POINTS, held: 0 })
})

it('waits for several in parallel, and orders none of them again after a restart', async () => {
  fal.statuses = [IN_PROGRESS]
  const firstServer = await startServer()
  const visitor = await createVisitor(firstServer)
  const image = await upload(visitor)
  const { batchId } = await commit(visitor, image, { modelName: 'pixverse-v6', videoNum: 2 })
  await expect.poll(countOrders).toBe(2)
  await expect.poll(() => fal.of('GET', /status$/).length).toBeGreaterThan(2)
  await firstServer.stop()
  expect(fal.of('PUT', /cancel/)).toEqual([])

  fal.statuses = [COMPLETED]
  const secondServer = await startServer({ database: firstServer.database })
  const visitorAgain = await createVisitor(secondServer, { token: visitor.token })
  await untilStatus(visitorAgain, batchId, 'SUCCESS')
  expect(countOrders()).toBe(2)
  expect(new Set(fal.of('GET', /\/requests\/[^/]+$/).map(({ path }) => path)).size).toBe(2)
})
