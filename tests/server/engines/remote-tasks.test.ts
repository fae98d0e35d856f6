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

const POINTS = 500
let fal: FalStub
let bench: EngineBench
/** A limit that no test reaches. The bench's clock skips each pause, so it advances minutes while the server does other work. */
const NO_LIMIT_MS = 365 * 24 * 3_600_000

const servers: TestServer[] = []

/** Starts the real server with jobs and ledger, on a fal engine that polls the stub. */
async function start(more: Partial<Parameters<typeof startTestServer>[0]> = {}): Promise<TestServer> {
  const config = { key: FAL_KEY, model: 'pixverse-v6', queueUrl: fal.origin, jwksUrl: `${fal.origin}/.well-known/jwks.json` } as const
  const engine = createFalEngine({ ...bench.deps, timeLimitMs: NO_LIMIT_MS, config, webhookUrl: undefined })
  const server = await startTestServer({
    listen: false,
    engine,
    concurrency: 2,
    ...more,
    config: { dataDir: bench.folder, welcomePointsVisitor: POINTS },
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

const ordered = () => fal.of('POST', /^\/fal-ai\//).length

it('settles the videos that the service has made, and returns the points of declined ones', async () => {
  const server = await start()
  const visitor = await createVisitor(server)
  expect(await visitor.get(getAppInfo, {})).toMatchObject({ engine: 'fal' })
  const { series } = await visitor.get(getVideoParameters, {})
  expect(series.map(({ modelName }) => modelName)).toEqual(['pixverse-v6'])
  const image = await upload(visitor)
  const { modelName } = customInput(image, { modelName: 'pixverse-v6' })

  const made = await commit(visitor, image, { modelName })
  await untilStatus(visitor, made.batchId, 'SUCCESS')
  const { videoUrl, width } = await creation(visitor, made.taskIds[0]!)
  expect(width).toBe(160)
  expect((await visitor.request(videoUrl!, { headers: { [COMMON_HEADERS.userToken]: visitor.token } })).status).toBe(200)

  fal.statuses = [IN_QUEUE, COMPLETED]
  fal.result = { status: 422, json: { detail: [{ loc: ['body'], msg: 'no', type: 'content_policy_violation' }] } }
  const declined = await commit(visitor, image, { modelName })
  const { tasks } = await untilStatus(visitor, declined.batchId, 'FAILED')
  expect(tasks[0]).toMatchObject({ errorMsg: DECLINED_TEXT })
  expect(await visitor.get(getPoints, {})).toEqual({ points: POINTS - 50, held: 0 })
  const entries = await server.database.db.select({ kind: ledger.kind, amount: ledger.amount }).from(ledger).orderBy(ledger.seq)
  expect(entries.slice(-2)).toEqual([
    { kind: 'hold', amount: -50 },
    { kind: 'return', amount: 50 },
  ])
  expect(ordered()).toBe(2)
})

it('cancels at the service an order that a restart returned and its user then cancelled', async () => {
  fal.statuses = [IN_PROGRESS]
  const first = await start()
  const visitor = await createVisitor(first)
  const { taskIds } = await commit(visitor, await upload(visitor), { modelName: 'pixverse-v6' })
  await expect.poll(() => fal.of('GET', /status$/).length).toBeGreaterThan(0)
  await first.stop()
  expect((await creation(visitor, taskIds[0]!)).status).toBe('PENDING')
  await visitor.get(cancelTask, { taskId: taskIds[0]! })
  await expect.poll(() => fal.of('PUT', /\/cancel$/).length).toBe(1)
  expect(await visitor.get(getPoints, {})).toEqual({ points: POINTS, held: 0 })
})

it('waits for several in parallel, and orders none of them again after a restart', async () => {
  fal.statuses = [IN_PROGRESS]
  const first = await start()
  const visitor = await createVisitor(first)
  const image = await upload(visitor)
  const { batchId } = await commit(visitor, image, { modelName: 'pixverse-v6', videoNum: 2 })
  await expect.poll(ordered).toBe(2)
  await expect.poll(() => fal.of('GET', /status$/).length).toBeGreaterThan(2)
  await first.stop()
  expect(fal.of('PUT', /cancel/)).toEqual([])

  fal.statuses = [COMPLETED]
  const second = await start({ database: first.database })
  const again = await createVisitor(second, { token: visitor.token })
  await untilStatus(again, batchId, 'SUCCESS')
  expect(ordered()).toBe(2)
  expect(new Set(fal.of('GET', /\/requests\/[^/]+$/).map(({ path }) => path)).size).toBe(2)
})
