import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ConfiguredEngine, createEngineSet } from '#server/motion/engine.ts'
import { createModelWaits } from '#server/create/list-parameters.ts'
import { toParameters } from '#server/motion/engines/to-parameters.ts'
import { WAN_OFFER } from '#server/motion/engines/comfyui/wan-options.ts'
import { getAppInfo } from '#shared/api/app-info.ts'
import {
  type GenerateCustomInput,
  generateCustom,
  generateHeadTail,
  generateTemplate,
  getHeadTailParameters,
  getVideoParameters,
} from '#shared/api/generation.ts'
import { DEFAULT_MODEL } from '#shared/domain/generation-options.ts'
import { EFFECTS } from '#motion/effects/effects.ts'
import { type PausedEngine, createPausedEngine } from '../../fixtures/server/test-engines.ts'
import { type TestServer, startTestServer } from '../../fixtures/start-test-server.ts'
import { type TestClient, commit, createVisitor, customInput, headTailInput, templateInput, untilStatus, upload } from '../client.ts'

const OTHER_MODEL = 'other-1'

let ownEngine: PausedEngine
let otherEngine: PausedEngine
let server: TestServer
let visitor: TestClient
let image: string

beforeEach(async () => {
  ownEngine = createPausedEngine({ name: 'own' })
  otherEngine = createPausedEngine({
    name: 'other',
    isFree: false,
    parameters: toParameters(OTHER_MODEL, { ...WAN_OFFER, isWithoutEnd: true }),
  })
  const engines: ConfiguredEngine[] = [
    { engine: ownEngine, concurrency: 1 },
    { engine: otherEngine, concurrency: 2 },
  ]
  server = await startTestServer({ listen: false, engines, config: { welcomePointsVisitor: 1000 } })
  visitor = await createVisitor(server)
  image = await upload(visitor)
})
afterEach(() => server.close())

async function orderVideo(modelName: string): Promise<string> {
  const { batchId } = await commit(visitor, image, { modelName })
  return batchId
}

describe('several engines', () => {
  it('each make the videos of their models, with their own concurrency, and none waits behind another', async () => {
    const firstBatchId = await orderVideo(DEFAULT_MODEL)
    await ownEngine.untilPaused(1)
    const secondBatchId = await orderVideo(DEFAULT_MODEL)
    await orderVideo(DEFAULT_MODEL)
    const otherBatchIds = [await orderVideo(OTHER_MODEL), await orderVideo(OTHER_MODEL), await orderVideo(OTHER_MODEL)]
    await otherEngine.untilPaused(2)
    expect([ownEngine.seen.length, otherEngine.seen.length]).toEqual([1, 2])
    ownEngine.release()
    await untilStatus(visitor, firstBatchId, 'SUCCESS')
    await expect.poll(() => ownEngine.seen.length).toBe(2)
    otherEngine.release()
    await expect.poll(() => otherEngine.seen.length).toBe(3)
    expect(ownEngine.paused).toHaveLength(1)
    expect(otherEngine.paused).toHaveLength(2)
    otherEngine.release()
    otherEngine.release()
    for (const batchId of otherBatchIds) await untilStatus(visitor, batchId, 'SUCCESS')
    ownEngine.release()
    await untilStatus(visitor, secondBatchId, 'SUCCESS')
    await ownEngine.untilPaused(1)
    ownEngine.release()
  })

  it('are offered together with their recent durations; the first one makes an effect', async () => {
    const parameters = await visitor.get(getVideoParameters, {})
    expect(parameters.series.map(({ modelName, waitMs }) => [modelName, waitMs])).toEqual([
      [DEFAULT_MODEL, undefined],
      [OTHER_MODEL, undefined],
    ])
    expect((await visitor.get(getAppInfo, {})).engine).toBe('own, other')
    const [effect] = EFFECTS
    const effectInput = templateInput(image, { templateId: effect!.id })
    const { batchId } = await visitor.get(generateTemplate, effectInput, { idempotencyKey: randomUUID() })
    await ownEngine.untilPaused(1)
    ownEngine.release()
    await untilStatus(visitor, batchId, 'SUCCESS')
    expect(otherEngine.seen).toEqual([])
    await server.database.db.execute('update task set created_at_ms = finished_at_ms - 42000')
    const readWaits = createModelWaits(server.database.db, Date.now)
    expect(await readWaits()).toEqual(new Map([[DEFAULT_MODEL, 42_000]]))
  })

  it('offer and accept a start and end frame only where a model supports a last picture', async () => {
    const { series } = await visitor.get(getHeadTailParameters, {})
    expect(series.map(({ modelName }) => modelName)).toEqual([DEFAULT_MODEL])
    const orderInput = headTailInput([image, image], { modelName: OTHER_MODEL })
    const answer = await visitor.call(generateHeadTail, orderInput, { idempotencyKey: randomUUID() })
    expect(answer).toMatchObject({ ok: false, error: { code: 'H3000', fields: ['modelName'] } })
  })

  it('refuse unsupported options of the chosen model', async () => {
    const tryOrder = (changes: Partial<GenerateCustomInput>) =>
      visitor.call(generateCustom, customInput(image, changes), { idempotencyKey: randomUUID() })
    for (const changes of [{ modelName: OTHER_MODEL, resolution: '1080p' }, { modelName: 'gone-1' }] as const)
      expect(await tryOrder(changes)).toMatchObject({ ok: false, error: { code: 'H3000' } })
  })
})

describe('a set of engines', () => {
  it('assigns a removed model to the first one, and has no model twice', () => {
    const engineSet = createEngineSet([
      { engine: ownEngine, concurrency: 1 },
      { engine: otherEngine, concurrency: 1 },
    ])
    expect([DEFAULT_MODEL, OTHER_MODEL, 'gone-1'].map((name) => engineSet.engineOf(name).name)).toEqual(['own', 'other', 'own'])
    const sameModelEngines = [ownEngine, createPausedEngine({ name: 'twin' })].map((engine) => ({ engine, concurrency: 1 }))
    expect(() => createEngineSet(sameModelEngines)).toThrow(`own and twin both have the model ${DEFAULT_MODEL}`)
    expect(() => createEngineSet([])).toThrow('No engine is configured')
  })
})
