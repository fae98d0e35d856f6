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

const OTHER = 'other-1'

let own: PausedEngine
let other: PausedEngine
let server: TestServer
let visitor: TestClient
let image: string

beforeEach(async () => {
  own = createPausedEngine({ name: 'own' })
  other = createPausedEngine({ name: 'other', isFree: false, parameters: toParameters(OTHER, { ...WAN_OFFER, isWithoutEnd: true }) })
  const engines: ConfiguredEngine[] = [
    { engine: own, concurrency: 1 },
    { engine: other, concurrency: 2 },
  ]
  server = await startTestServer({ listen: false, engines, config: { welcomePointsVisitor: 1000 } })
  visitor = await createVisitor(server)
  image = await upload(visitor)
})
afterEach(() => server.close())

async function order(modelName: string): Promise<string> {
  const { batchId } = await commit(visitor, image, { modelName })
  return batchId
}

describe('several engines', () => {
  it('each make the videos of their models, with their own concurrency, and none waits behind another', async () => {
    const first = await order(DEFAULT_MODEL)
    await own.untilPaused(1)
    const second = await order(DEFAULT_MODEL)
    await order(DEFAULT_MODEL)
    const others = [await order(OTHER), await order(OTHER), await order(OTHER)]
    await other.untilPaused(2)
    expect([own.seen.length, other.seen.length]).toEqual([1, 2])
    own.release()
    await untilStatus(visitor, first, 'SUCCESS')
    await expect.poll(() => own.seen.length).toBe(2)
    other.release()
    await expect.poll(() => other.seen.length).toBe(3)
    expect(own.paused).toHaveLength(1)
    expect(other.paused).toHaveLength(2)
    other.release()
    other.release()
    for (const batchId of others) await untilStatus(visitor, batchId, 'SUCCESS')
    own.release()
    await untilStatus(visitor, second, 'SUCCESS')
    await own.untilPaused(1)
    own.release()
  })

  it('are offered together with their recent durations; the first one makes an effect', async () => {
    const before = await visitor.get(getVideoParameters, {})
    expect(before.series.map(({ modelName, waitMs }) => [modelName, waitMs])).toEqual([
      [DEFAULT_MODEL, undefined],
      [OTHER, undefined],
    ])
    expect((await visitor.get(getAppInfo, {})).engine).toBe('own, other')
    const [effect] = EFFECTS
    const asked = templateInput(image, { templateId: effect!.id })
    const { batchId } = await visitor.get(generateTemplate, asked, { idempotencyKey: randomUUID() })
    await own.untilPaused(1)
    own.release()
    await untilStatus(visitor, batchId, 'SUCCESS')
    expect(other.seen).toEqual([])
    await server.database.db.execute('update task set created_at_ms = finished_at_ms - 42000')
    const waits = createModelWaits(server.database.db, Date.now)
    expect(await waits()).toEqual(new Map([[DEFAULT_MODEL, 42_000]]))
  })

  it('offer and accept a start and end frame only where a model supports a last picture', async () => {
    const { series } = await visitor.get(getHeadTailParameters, {})
    expect(series.map(({ modelName }) => modelName)).toEqual([DEFAULT_MODEL])
    const asked = headTailInput([image, image], { modelName: OTHER })
    const refused = await visitor.call(generateHeadTail, asked, { idempotencyKey: randomUUID() })
    expect(refused).toMatchObject({ ok: false, error: { code: 'H3000', fields: ['modelName'] } })
  })

  it('refuse unsupported options of the chosen model', async () => {
    const refused = (changes: Partial<GenerateCustomInput>) =>
      visitor.call(generateCustom, customInput(image, changes), { idempotencyKey: randomUUID() })
    for (const changes of [{ modelName: OTHER, resolution: '1080p' }, { modelName: 'gone-1' }] as const)
      expect(await refused(changes)).toMatchObject({ ok: false, error: { code: 'H3000' } })
  })
})

describe('a set of engines', () => {
  it('assigns a removed model to the first one, and has no model twice', () => {
    const set = createEngineSet([
      { engine: own, concurrency: 1 },
      { engine: other, concurrency: 1 },
    ])
    expect([DEFAULT_MODEL, OTHER, 'gone-1'].map((name) => set.engineOf(name).name)).toEqual(['own', 'other', 'own'])
    const twice = [own, createPausedEngine({ name: 'twin' })].map((engine) => ({ engine, concurrency: 1 }))
    expect(() => createEngineSet(twice)).toThrow(`own and twin both have the model ${DEFAULT_MODEL}`)
    expect(() => createEngineSet([])).toThrow('No engine is configured')
  })
})
