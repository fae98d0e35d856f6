import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkLedger } from '#server/billing/rounds/check-ledger.ts'
import { readConfig } from '#server/config/config.ts'
import { MAX_ATTEMPTS } from '#server/creations/jobs/recover-tasks.ts'
import { STAYED_AWAY_TEXT } from '#server/creations/jobs/move-waiting.ts'
import { createComfyuiEngine } from '#server/motion/engines/comfyui/comfyui-provider.ts'
import { WAN_MODEL } from '#server/motion/engines/comfyui/wan-options.ts'
import { type ConfiguredEngine, EngineAway } from '#server/motion/engine.ts'
import { createFalEngine } from '#server/motion/engines/fal/fal-provider.ts'
import type { Clock } from '#shared/clock.ts'
import { signal } from '#server/queue/signals.ts'
import { engineHealth, engineOrder } from '#server/database/schema.ts'
import { getLedger, getPoints } from '#shared/api/user.ts'
import { getVideoParameters, queryBatch } from '#shared/api/generation.ts'
import { BUILTIN_PARAMETERS } from '#shared/domain/builtin-parameters.ts'
import { DEFAULT_MODEL } from '#shared/domain/generation-options.ts'
import { type ComfyuiStub, startComfyuiStub } from '../../fixtures/engines/comfyui-stub.ts'
import { type EngineBench, createEngineBench } from '../../fixtures/engines/engine-bench.ts'
import { type FalStub, FAL_KEY, IN_PROGRESS, COMPLETED, startFalStub } from '../../fixtures/engines/fal-stub.ts'
import { type PausedEngine, createPausedEngine } from '../../fixtures/server/test-engines.ts'
import { type TestServer, type TestServerOptions, startTestServer } from '../../fixtures/start-test-server.ts'
import { type TestClient, commit, createVisitor, creation, untilStatus, upload } from '../client.ts'

const PIXVERSE = 'pixverse-v6'
const WELCOME_POINTS = 2000
const DAY_MS = 24 * 60 * 60 * 1000

let fal: FalStub
let comfyui: ComfyuiStub
let bench: EngineBench
let ownEngine: PausedEngine
let server: TestServer
let visitor: TestClient
let image: string

beforeEach(async () => {
  fal = await startFalStub()
  comfyui = await startComfyuiStub()
  bench = await createEngineBench()
  ownEngine = createPausedEngine({ name: 'own' })
})
afterEach(async () => {
  await server.close()
  await Promise.all([fal.close(), comfyui.close(), bench.close()])
})

/** A clock a thousand times as fast as real time. */
function fastClock(): Pick<Clock, 'nowMs' | 'sleep'> {
  let nowMs = Date.now()
  return {
    nowMs: () => nowMs,
    async sleep(ms, signal) {
      await setTimeout(Math.max(2, ms / 1000), undefined, { signal }).catch(() => undefined)
      nowMs += ms
    },
  }
}

async function startServer(config: TestServerOptions['config'] = {}): Promise<void> {
  const deps = { ...bench.deps, clock: fastClock(), timeLimitMs: DAY_MS }
  const falConfig = { key: FAL_KEY, model: PIXVERSE, queueUrl: fal.origin, jwksUrl: fal.origin } as const
  const engines: ConfiguredEngine[] = [
    { engine: createFalEngine({ ...deps, config: falConfig, webhookUrl: undefined }), concurrency: 4 },
    { engine: createComfyuiEngine({ ...deps, config: { url: comfyui.origin, graphDir: undefined } }), concurrency: 1 },
    { engine: ownEngine, concurrency: 1 },
  ]
  const prices = new Map([
    [PIXVERSE, 20],
    [WAN_MODEL, 30],
  ])
  const costs = new Map([[PIXVERSE, 0.05]])
  server = await startTestServer({ listen: false, engines, prices, costs, config: { welcomePointsVisitor: WELCOME_POINTS, ...config } })
  visitor = await createVisitor(server)
  image = await upload(visitor)
}

const orderVideo = async (mayMove: boolean) => (await commit(visitor, image, { modelName: PIXVERSE, mayMove })).taskIds[0]!
const falSubmits = () => fal.of('POST', /^\/fal-ai\//)
const batchOf = async (taskId: string) => (await creation(visitor, taskId)).batchId
const taskOf = async (taskId: string) => (await visitor.get(queryBatch, { batchId: await batchOf(taskId) })).tasks[0]!
const awayStateOf = async (modelName: string) =>
  (await visitor.get(getVideoParameters, {})).series.find((model) => model.modelName === modelName)!.away
const retryNow = () => server.database.db.update(engineHealth).set({ retryAtMs: 0 })

describe('an engine that is killed while others work', () => {
  it('is ordered nothing twice: its videos wait or move as agreed, no point is lost, and the form shows it', async () => {
    await startServer()
    fal.statuses = [IN_PROGRESS]
    const startedId = await orderVideo(true)
    await expect.poll(() => taskOf(startedId)).toMatchObject({ stage: 'rendering' })
    await fal.kill()
    const waitingId = await orderVideo(false)
    const movingId = await orderVideo(true)

    // The video that may move is rendered by the operator's own engine. ComfyUI could render it too, but costs more points, so ComfyUI gets
    // no order.
    await ownEngine.untilPaused(1)
    expect(ownEngine.paused.map(({ taskId }) => taskId)).toEqual([movingId])
    expect(await creation(visitor, movingId)).toMatchObject({ modelName: PIXVERSE, movedTo: DEFAULT_MODEL })
    ownEngine.release()
    await untilStatus(visitor, await batchOf(movingId), 'SUCCESS')
    const { points } = await creation(visitor, movingId)
    expect(await creation(visitor, movingId)).toMatchObject({ pointsReturned: points - 50 })

    await expect.poll(() => taskOf(waitingId)).toMatchObject({ status: 'PENDING', isEngineAway: true })
    expect(await awayStateOf(PIXVERSE)).toMatchObject({ reason: 'unreachable' })
    expect(await awayStateOf(WAN_MODEL)).toBeUndefined()
    expect(await taskOf(startedId)).toMatchObject({ status: 'PROCESSING' })
    expect(falSubmits()).toHaveLength(1)

    fal.statuses = [COMPLETED]
    await fal.revive()
    await retryNow()
    for (const taskId of [startedId, waitingId]) await untilStatus(visitor, await batchOf(taskId), 'SUCCESS')
    expect(falSubmits()).toHaveLength(2)
    expect(await awayStateOf(PIXVERSE)).toBeUndefined()
    expect(comfyui.prompts).toHaveLength(0)

    const { points: balance } = await visitor.get(getPoints, {})
    expect(balance).toBe(WELCOME_POINTS - 2 * points - 50)
    const kinds = (await visitor.get(getLedger, {})).data.map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'settle')).toHaveLength(3)
    expect(await checkLedger(server.database.db)).toEqual([])
    const orders = await server.database.db.select().from(engineOrder).orderBy(engineOrder.taskId)
    const falOrder = { engine: 'fal', modelName: PIXVERSE, outcome: 'made', points, costMicros: 300_000 }
    expect(orders.map(({ taskId }) => taskId)).toEqual([startedId, waitingId].toSorted())
    for (const row of orders) expect(row).toMatchObject(falOrder)
  })

  it('returns the points of a video whose engine was unavailable too long', async () => {
    const { engine } = readConfig({})
    await startServer({ engine: { ...engine, timeLimitMs: 1 } })
    await fal.kill()
    const waitingId = await orderVideo(false)
    await untilStatus(visitor, await batchOf(waitingId), 'FAILED')
    expect(await creation(visitor, waitingId)).toMatchObject({ errorMsg: STAYED_AWAY_TEXT })
    expect((await visitor.get(getPoints, {})).points).toBe(WELCOME_POINTS)
    expect(await checkLedger(server.database.db)).toEqual([])
  })

  it('moves nothing to a model that costs more or cannot do the same', async () => {
    const [model] = BUILTIN_PARAMETERS.series
    const shortOptions = model!.durationOptions.filter(({ value }) => value === '4s')
    ownEngine = createPausedEngine({
      name: 'own',
      parameters: { ...BUILTIN_PARAMETERS, series: [{ ...model!, durationOptions: shortOptions }] },
    })
    await startServer()
    await fal.kill()
    const waitingId = await orderVideo(true)
    await expect.poll(() => taskOf(waitingId)).toMatchObject({ isEngineAway: true })
    const shorterBatch = await commit(visitor, image, { modelName: PIXVERSE, mayMove: true, duration: '4s' })
    await ownEngine.untilPaused(1)
    expect(ownEngine.paused.map(({ taskId }) => taskId)).toEqual(shorterBatch.taskIds)
    expect(comfyui.prompts).toHaveLength(0)
    expect(await creation(visitor, waitingId)).not.toHaveProperty('movedTo')
  })

  it('does not stay unavailable for ever because of one video that it always fails', async () => {
    await startServer()
    const { taskIds, batchId } = await commit(visitor, image)
    for (let attempts = 1; attempts <= MAX_ATTEMPTS; attempts += 1) {
      await ownEngine.untilPaused(1)
      ownEngine.release(new EngineAway('no answer', 'unreachable'))
      await expect.poll(() => awayStateOf(DEFAULT_MODEL)).toBeDefined()
      await server.database.db.delete(engineHealth)
      await signal(server.database.db, 'engines')
    }
    await untilStatus(visitor, batchId, 'FAILED')
    expect(await creation(visitor, taskIds[0]!)).toMatchObject({ errorMsg: 'no answer' })
    expect((await visitor.get(getPoints, {})).points).toBe(WELCOME_POINTS)
  })
})
