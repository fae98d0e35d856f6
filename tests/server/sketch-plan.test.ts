import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GenerationSettings } from '#shared/contract/commit-contract.ts'
import type { OutboxRow } from '#shared/storage/hub-records.ts'
import { uprightSize } from '#server/motion/render/prepare-source.ts'
import { type GenerationAccepted, generateCustom, generateHeadTail, generateTemplate, queryTask } from '#shared/api/generation.ts'
import type { BizType } from '#shared/domain/task.ts'
import type { MotionControls } from '#motion/controls/motion-controls.ts'
import { settingsOf } from '#src/creations/actions/same-settings.ts'
import { DEFAULT_IMAGE_FIDELITY } from '#shared/domain/generation-options.ts'
import { toPlanRequest } from '#shared/domain/plan-request.ts'
import { makePlan } from '#motion/make-plan.ts'
import { planRequestOf } from '#src/motion/use-sketch-plan.ts'
import { toCommitBody } from '#workers/hub/create/commit-body.ts'
import { type PausedEngine, createPausedEngine } from '../fixtures/server/test-engines.ts'
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
let engine: PausedEngine
beforeAll(async () => {
  engine = createPausedEngine()
  server = await startTestServer({ listen: false, engine, concurrency: 2 })
})
afterAll(() => server.close())

const BRUSH = { columns: 4, rows: 3, cells: '220000010000', areas: [{ way: 'flow', angle: 90, strength: 1.5 }] } as const

/** One example of each control, and one with all compatible controls together. */
const CONTROLS: Record<string, MotionControls> = {
  camera: { camera: 'dolly-zoom' },
  'handheld camera': { camera: 'handheld' },
  strength: { strength: 1.7 },
  speed: { speed: 1.5 },
  focus: { focus: { x: 0.2, y: 0.7 } },
  overlays: { overlays: { snow: false, rain: true } },
  grade: { grade: 'noir' },
  brush: { brush: BRUSH },
  output: { output: { ratio: '9:16', x: 0.2, y: 0.5 } },
  music: { music: 'dreamy' },
  all: {
    camera: 'rise',
    strength: 0.5,
    speed: 0.7,
    focus: { x: 0.9, y: 0.1 },
    grade: 'none',
    brush: BRUSH,
    output: { ratio: '1:1', x: 1, y: 0 },
  },
}

const COMMIT_KINDS: readonly (readonly [BizType, Partial<GenerationSettings>])[] = [
  ['CUSTOM', {}],
  ['TEMPLATE', { templateId: 'first-snow', aiMusic: 1, imageFidelity: DEFAULT_IMAGE_FIDELITY }],
  ['HEAD_TAIL', {}],
]

describe.each(COMMIT_KINDS)('%s', (bizType, changes) => {
  it.each(Object.keys(CONTROLS))('is planned on the server as in the sketch, with its %s', async (name) => {
    const settings: GenerationSettings = { ...SETTINGS, ...changes, videoNum: 1, controls: CONTROLS[name] }
    const visitor = await createVisitor(server)
    const fileUrl = await upload(visitor)
    const row = { bizType, settings, fileUrl, lastFileUrl: bizType === 'HEAD_TAIL' ? fileUrl : null, priceCeiling: 100 } as OutboxRow
    const call = { CUSTOM: generateCustom, TEMPLATE: generateTemplate, HEAD_TAIL: generateHeadTail }[bizType]
    const { taskIds } = await visitor.get<unknown, GenerationAccepted>(call, JSON.parse(toCommitBody(row)), {
      idempotencyKey: randomUUID(),
    })
    await engine.untilPaused(1)
    const [request] = engine.paused
    const picture = await uprightSize(request!.imagePaths[0]!)
    const serverPlan = makePlan(toPlanRequest(request!, picture))
    expect(serverPlan).toEqual(makePlan(planRequestOf(settings, bizType, picture, 0) ?? expect.unreachable()))
    engine.release()

    const creation = await visitor.get(queryTask, { taskId: taskIds[0]! })
    expect(settingsOf(creation).controls).toEqual(CONTROLS[name])
  })
})

it('a control that the model does not have is refused by its name', async () => {
  const visitor = await createVisitor(server)
  const settings = { ...SETTINGS, videoNum: 1, controls: { negativePrompt: 'text' } } as const
  const row = { bizType: 'CUSTOM', settings, fileUrl: await upload(visitor), lastFileUrl: null, priceCeiling: 100 } as OutboxRow
  const refusal = await visitor.refusal(generateCustom, JSON.parse(toCommitBody(row)), { idempotencyKey: randomUUID() })
  expect(refusal).toEqual({ code: 'H3000', fields: ['controls'] })
})

it('the server’s plan of a stored commit is, for each variation, the plan of the shown sketch', async () => {
  const visitor = await createVisitor(server)
  const fileUrl = await upload(visitor)
  const row = { bizType: 'CUSTOM', settings: SETTINGS, fileUrl, lastFileUrl: null, priceCeiling: 100 } as OutboxRow
  await visitor.get(generateCustom, JSON.parse(toCommitBody(row)), { idempotencyKey: randomUUID() })
  await engine.untilPaused(SETTINGS.videoNum)

  for (const request of engine.paused) {
    const picture = await uprightSize(request.imagePaths[0]!)
    const serverPlan = makePlan(toPlanRequest(request, picture))
    const sketchPlan = makePlan(planRequestOf(SETTINGS, 'CUSTOM', picture, request.variation) ?? expect.unreachable())
    expect(serverPlan).toEqual(sketchPlan)
  }
  expect(new Set(engine.paused.map(({ variation }) => variation))).toEqual(new Set([0, 1]))
  while (engine.paused.length > 0) engine.release()
})
