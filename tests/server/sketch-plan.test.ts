import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { GenerationSettings } from '#shared/contract/commit-contract.ts'
import type { OutboxRow } from '#shared/storage/hub-records.ts'
import { uprightSize } from '#server/motion/render/prepare-source.ts'
import { generateCustom } from '#shared/api/generation.ts'
import { durationSeconds } from '#shared/domain/generation-options.ts'
import { makePlan } from '#shared/motion/make-plan.ts'
import { planRequestOf } from '#src/motion/use-sketch-plan.ts'
import { toBody } from '#workers/hub/create/outbox-sender.ts'
import { type HeldEngine, createHeldEngine } from '../fixtures/server/test-engines.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { createVisitor, upload } from './client.ts'

const SETTINGS: GenerationSettings = {
  modelName: 'kinora-motion-1',
  prompt: 'Slow orbit left, light snow, moonlight',
  duration: '4s',
  resolution: '480p',
  videoNum: 2,
  imageFidelity: 0.35,
  seed: 1_234_567_890,
}

let server: TestServer
let engine: HeldEngine
beforeAll(async () => {
  engine = createHeldEngine()
  server = await startTestServer({ listen: false, engine, concurrency: 2 })
})
afterAll(() => server.close())

it('what the server plans from a stored commit is, take by take, the plan that the sketch has shown', async () => {
  const visitor = await createVisitor(server)
  const fileUrl = await upload(visitor)
  const row = { bizType: 'CUSTOM', settings: SETTINGS, fileUrl, lastFileUrl: null, priceCeiling: 100 } as OutboxRow
  await visitor.get(generateCustom, JSON.parse(toBody(row)), { idempotencyKey: randomUUID() })
  await engine.untilHeld(SETTINGS.videoNum)

  for (const request of engine.held) {
    const picture = await uprightSize(request.imagePaths[0]!)
    const rendered = makePlan({ ...request, picture, durationSeconds: durationSeconds(request.duration) })
    const sketched = makePlan(planRequestOf(SETTINGS, 'CUSTOM', picture, request.take) ?? expect.unreachable())
    expect(rendered).toEqual(sketched)
  }
  expect(new Set(engine.held.map(({ take }) => take))).toEqual(new Set([0, 1]))
  while (engine.held.length > 0) engine.release()
})
