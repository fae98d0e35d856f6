import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareSource } from '#server/motion/render/prepare-source.ts'
import { videoSize } from '#shared/domain/generation-options.ts'
import { isAtRest, planCamera } from '#motion/camera/plan-camera.ts'
import { MOVES } from '#motion/vocabulary/moves.ts'
import { createRenderer, sourceSize } from '#motion/create-renderer.ts'
import { createKernel } from '#motion/kernel/create-kernel.ts'
import { makePlan } from '#motion/make-plan.ts'
import { makePhoto } from '../../fixtures/photos/make-photo.ts'
import { psnrOf } from '../../fixtures/psnr.ts'

const LEAST_PSNR_DB = 35
const PHOTO = { width: 1920, height: 1200 }
const FRAME = videoSize(PHOTO, '480p')
const PROMPTS_FROM_REST = [
  '',
  'push in',
  'zoom in',
  'dolly in',
  'orbit left',
  'orbit right',
  'still',
  'handheld',
  'snow',
  'fast push in and orbit',
]
const PROMPTS_TO_REST = ['pull out', 'zoom out', 'dolly out']

let folder: string
let photo: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-first-'))
  photo = join(folder, 'photo.jpg')
  await writeFile(photo, await makePhoto({ ...PHOTO, seed: 5 }))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

function planOf(prompt: string, variation = 0) {
  const planFields = { kind: 'move', seconds: 4, framesPerSecond: 24, imageFidelity: 0.5, seed: 3 } as const
  return makePlan({ ...planFields, prompt, picture: PHOTO, variation })
}

async function drawFrame(prompt: string, end: 'first' | 'last'): Promise<Uint8Array> {
  const plan = planOf(prompt)
  const source = await prepareSource(photo, sourceSize(plan, FRAME))
  const renderer = createRenderer(await createKernel(), plan, [source], FRAME)
  return renderer.rgba(end === 'first' ? 0 : plan.frameCount - 1)
}

test.each(PROMPTS_FROM_REST)('"%s" begins with the prepared picture', async (prompt) => {
  const preparedPicture = await prepareSource(photo, FRAME)
  expect(psnrOf(await drawFrame(prompt, 'first'), preparedPicture.data)).toBeGreaterThan(LEAST_PSNR_DB)
})

test.each(PROMPTS_TO_REST)('"%s" ends with the prepared picture', async (prompt) => {
  const preparedPicture = await prepareSource(photo, FRAME)
  expect(psnrOf(await drawFrame(prompt, 'last'), preparedPicture.data)).toBeGreaterThan(LEAST_PSNR_DB)
})

test('every move except those that need a cut begins or ends at rest', () => {
  const movesWithoutRest = MOVES.filter((move) => {
    const moveOptions = { strength: 1, aim: { x: 0.1, y: 0 }, aspect: 1.6, imageFidelity: 0.5, focusDepth: 0.5, easeIn: 0.3, easeOut: 0.3 }
    const { from, to } = planCamera({ ...moveOptions, moves: [{ move, weight: 1 }] })
    return !isAtRest(from) && !isAtRest(to)
  })
  expect(movesWithoutRest).toEqual([
    'dolly-zoom',
    'pan-left',
    'pan-right',
    'tilt-up',
    'tilt-down',
    'truck-left',
    'truck-right',
    'rise',
    'sink',
  ])
})
