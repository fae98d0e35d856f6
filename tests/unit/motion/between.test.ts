import { expect, test } from 'vitest'
import { compare } from '#shared/motion/between/between-scene.ts'
import { TRANSITION_NAMES } from '#shared/motion/between/transition-names.ts'
import { createRenderer } from '#shared/motion/create-renderer.ts'
import { createKernel } from '#shared/motion/kernel/create-kernel.ts'
import { makePlan } from '#shared/motion/make-plan.ts'
import type { MotionPlan } from '#shared/motion/motion-plan.ts'
import type { Picture } from '#shared/motion/picture.ts'
import { sourceSize } from '#shared/motion/source-size.ts'
import { noisePicture } from '../../fixtures/noise-picture.ts'
import { type Crop, cropOf, halfWay, landscape, psnr } from '../../fixtures/photos/crop-of.ts'

const FRAME = { width: 480, height: 270 }
const PHOTO = landscape(800, 450, 1)
const OTHER = cropOf(landscape(800, 450, 3), { x: 420, y: 200, width: 600 }, FRAME)
const START: Crop = { x: 380, y: 220, width: 680 }
const HEAD = cropOf(PHOTO, START, FRAME)

function planOf(take = 0, seed = 0, prompt = '', imageFidelity = 0): MotionPlan {
  return makePlan({ bizType: 'HEAD_TAIL', templateId: null, prompt, picture: FRAME, durationSeconds: 4, imageFidelity, seed, take })
}

function withTransition(transition: (typeof TRANSITION_NAMES)[number]): MotionPlan {
  const plan = planOf()
  if (plan.scene.kind !== 'between') throw new Error('not a way between two pictures')
  return { ...plan, scene: { ...plan.scene, transition } }
}

async function draw(plan: MotionPlan, sources: readonly Picture[], times: readonly number[]): Promise<Uint8Array[]> {
  const renderer = createRenderer(await createKernel(), plan, sources, FRAME)
  return times.map((time) => renderer.rgba(time * (plan.frameCount - 1)).slice())
}

function crossFade(a: Picture, b: Picture): Uint8Array {
  return a.data.map((value, i) => (value + b.data[i]!) >> 1)
}

test.each<[string, Crop]>([
  ['shifted and 1.15 times closer', { x: 420, y: 205, width: 680 / 1.15 }],
  ['1.2 times closer', { x: 420, y: 232, width: 680 / 1.2 }],
  ['turned by two degrees and 3 % brighter', { x: 400, y: 224, width: 640, turn: 0.035, light: 1.03 }],
  ['shifted by a quarter', { x: 400 + 20, y: 225, width: 520 }],
])('the middle of a morph to the same picture %s is at least 5 dB truer than a cross-fade', async (_, crop) => {
  const tail = cropOf(PHOTO, crop, FRAME)
  const truth = cropOf(PHOTO, halfWay(START, crop), FRAME)
  const [middle] = await draw(planOf(), [HEAD, tail], [0.5])
  expect(psnr(middle!, truth.data)).toBeGreaterThan(psnr(crossFade(HEAD, tail), truth.data) + 5)
})
