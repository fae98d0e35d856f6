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
const WELCOME = 2000
const DAY_MS = 24 * 60 * 60 * 1000

let fal: FalStub
let comfyui: ComfyuiStub
let bench: EngineBench
let own: PausedEngine
let server: TestServer
let visitor: TestClient
let image: string

beforeEach(async () => {
  fal = await startFalStub()
  comfyui = await startComfyuiStub()
  bench = await createEngineBench()
  own = createPausedEngine({ name: 'own' })
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

async function start(config: TestServerOptions['config'] = {}): Promise<void> {
  const deps = { ...bench.deps, clock: fastClock(), timeLimitMs: DAY_MS }
  const toFal = { key: FAL_KEY, model: PIXVERSE, queueUrl: fal.origin, jwksUrl: fal.origin } as const
  const engines: ConfiguredEngine[] = [
    { engine: createFalEngine({ ...deps, config: toFal, webhookUrl: undefined }), concurrency: 4 },
    { engine: createComfyuiEngine({ ...deps, config: { url: comfyui.origin, graphDir: undefined } }), concurrency: 1 },
    { engine: own, concurrency: 1 },
  ]
  const prices = new Map([
    [PIXVERSE, 20],
    [WAN_MODEL, 30],
  ])
  const costs = new Map([[PIXVERSE, 0.05]])
  server = await startTestServer({ listen: false, engines, prices, costs, config: { welcomePointsVisitor: WELCOME, ...config } })
  visitor = await createVisitor(server)
  image = await upload(visitor)
}

const order = async (mayMove: boolean) => (await commit(visitor, image, { modelName: PIXVERSE, mayMove })).taskIds[0]!
const submits = () => fal.of('POST', /^\/fal-ai\//)
const batchOf = async (taskId: string) => (await creation(visitor, taskId)).batchId
const taskOf = async (taskId: string) => (await visitor.get(queryBatch, { batchId: await batchOf(taskId) })).tasks[0]!
const awayOf = async (modelName: string) =>
  (await visitor.get(getVideoParameters, {})).series.find((model) => model.modelName === modelName)!.away
const retryNow = () => server.database.db.update(engineHealth).set({ retryAtMs: 0 })

describe('an engine that is killed while others work', () => {
  it('is ordered nothing twice: its videos wait or move as agreed, no point is lost, and the form shows it', async () => {
    await start()
    fal.statuses = [IN_PROGRESS]
    const begun = await order(true)
    await expect.poll(() => taskOf(begun)).toMatchObject({ stage: 'rendering' })
    await fal.kill()
    const waiting = await order(false)
    const moving = await order(true)

    // The video moves to the operator's own engine. Another possible engine costs more, so it gets nothing.
    await own.untilPaused(1)
    expect(own.paused.map(({ taskId }) => taskId)).toEqual([moving])
    expect(await creation(visitor, moving)).toMatchObject({ modelName: PIXVERSE, movedTo: DEFAULT_MODEL })
    own.release()
    await untilStatus(visitor, await batchOf(moving), 'SUCCESS')
    const { points } = await creation(visitor, moving)
    expect(await creation(visitor, moving)).toMatchObject({ pointsReturned: points - 50 })

    await expect.poll(() => taskOf(waiting)).toMatchObject({ status: 'PENDING', isEngineAway: true })
    expect(await awayOf(PIXVERSE)).toMatchObject({ reason: 'unreachable' })
    expect(await awayOf(WAN_MODEL)).toBeUndefined()
    expect(await taskOf(begun)).toMatchObject({ status: 'PROCESSING' })
    expect(submits()).toHaveLength(1)

    fal.statuses = [COMPLETED]
    await fal.revive()
    await retryNow()
    for (const taskId of [begun, waiting]) await untilStatus(visitor, await batchOf(taskId), 'SUCCESS')
    expect(submits()).toHaveLength(2)
    expect(await awayOf(PIXVERSE)).toBeUndefined()
    expect(comfyui.prompts).toHaveLength(0)

    const { points: balance } = await visitor.get(getPoints, {})
    expect(balance).toBe(WELCOME - 2 * points - 50)
    const kinds = (await visitor.get(getLedger, {})).data.map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'settle')).toHaveLength(3)
    expect(await checkLedger(server.database.db)).toEqual([])
    const orders = await server.database.db.select().from(engineOrder).orderBy(engineOrder.taskId)
    const atFal = { engine: 'fal', modelName: PIXVERSE, outcome: 'made', points, costMicros: 300_000 }
    expect(orders.map(({ taskId }) => taskId)).toEqual([begun, waiting].toSorted())
    for (const row of orders) expect(row).toMatchObject(atFal)
  })

  it('returns the points of a video whose engine was unavailable too long', async () => {
    const { engine } = readConfig({})
    await start({ engine: { ...engine, timeLimitMs: 1 } })
    await fal.kill()
    const waiting = await order(false)
    await untilStatus(visitor, await batchOf(waiting), 'FAILED')
    expect(await creation(visitor, waiting)).toMatchObject({ errorMsg: STAYED_AWAY_TEXT })
    expect((await visitor.get(getPoints, {})).points).toBe(WELCOME)
    expect(await checkLedger(server.database.db)).toEqual([])
  })

  it('moves nothing to a model that costs more or cannot do the same', async () => {
    const [model] = BUILTIN_PARAMETERS.series
    const short = model!.durationOptions.filter(({ value }) => value === '4s')
    own = createPausedEngine({ name: 'own', parameters: { ...BUILTIN_PARAMETERS, series: [{ ...model!, durationOptions: short }] } })
    await start()
    await fal.kill()
    const waiting = await order(true)
    await expect.poll(() => taskOf(waiting)).toMatchObject({ isEngineAway: true })
    const shorter = await commit(visitor, image, { modelName: PIXVERSE, mayMove: true, duration: '4s' })
    await own.untilPaused(1)
    expect(own.paused.map(({ taskId }) => taskId)).toEqual(shorter.taskIds)
    expect(comfyui.prompts).toHaveLength(0)
    expect(await creation(visitor, waiting)).not.toHaveProperty('movedTo')
  })

  it('does not stay unavailable for ever because of one video that it always fails', async () => {
    await start()
    const { taskIds, batchId } = await commit(visitor, image)
    for (let attempts = 1; attempts <= MAX_ATTEMPTS; attempts += 1) {
      await own.untilPaused(1)
      own.release(new EngineAway('no answer', 'unreachable'))
      await expect.poll(() => awayOf(DEFAULT_MODEL)).toBeDefined()
      await server.database.db.delete(engineHealth)
      await signal(server.database.db, 'engines')
    }
    await untilStatus(visitor, batchId, 'FAILED')
    expect(await creation(visitor, taskIds[0]!)).toMatchObject({ errorMsg: 'no answer' })
    expect((await visitor.get(getPoints, {})).points).toBe(WELCOME)
  })
})
