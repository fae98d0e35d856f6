import { expect, test, vi } from 'vitest'
import { comparePictures } from '#motion/between/between-scene.ts'
import { TRANSITION_NAMES } from '#motion/motion-plan.ts'
import { writeGrid } from '#motion/between/stage.ts'
import { gridSize } from '#motion/camera/fill-grid.ts'
import { createRenderer } from '#motion/create-renderer.ts'
import { createKernel } from '#motion/kernel/create-kernel.ts'
import { makePlan } from '#motion/make-plan.ts'
import type { MotionPlan } from '#motion/motion-plan.ts'
import type { Picture } from '#motion/pixels.ts'
import { makeRandom } from '#motion/random.ts'
import { type Track, valueAt } from '#motion/keyframes.ts'
import { positionOfPixel } from '../../fixtures/warp-reference.ts'
import { noisePicture } from '../../fixtures/noise-picture.ts'
import { type Crop, cropOf, halfWay, landscape, psnr } from '../../fixtures/photos/crop-of.ts'

vi.setConfig({ testTimeout: 120_000 })

const FRAME = { width: 480, height: 270 }
const PHOTO = landscape(800, 450, 1)
const OTHER_PICTURE = cropOf(landscape(800, 450, 3), { x: 420, y: 200, width: 600 }, FRAME)
const START_CROP: Crop = { x: 380, y: 220, width: 680 }
const START_PICTURE = cropOf(PHOTO, START_CROP, FRAME)

function planOf(variation = 0, seed = 0, prompt = '', imageFidelity = 0): MotionPlan {
  return makePlan({ kind: 'between', prompt, picture: FRAME, seconds: 4, framesPerSecond: 24, imageFidelity, seed, variation })
}

function withTransition(transition: (typeof TRANSITION_NAMES)[number]): MotionPlan {
  const plan = planOf()
  if (plan.scene.kind !== 'between') throw new Error('not a way between two pictures')
  return { ...plan, scene: { ...plan.scene, transition } }
}

async function drawFrames(plan: MotionPlan, sources: readonly Picture[], times: readonly number[]): Promise<Uint8Array[]> {
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
  const endPicture = cropOf(PHOTO, crop, FRAME)
  const expectedPicture = cropOf(PHOTO, halfWay(START_CROP, crop), FRAME)
  const [middleFrame] = await drawFrames(planOf(), [START_PICTURE, endPicture], [0.5])
  expect(psnr(middleFrame!, expectedPicture.data)).toBeGreaterThan(psnr(crossFade(START_PICTURE, endPicture), expectedPicture.data) + 5)
})

test.each([
  ['a morph', cropOf(PHOTO, { x: 420, y: 205, width: 590 }, FRAME), planOf(1)],
  ...TRANSITION_NAMES.map((name) => [`the transition ${name}`, OTHER_PICTURE, withTransition(name)] as const),
] as const)('%s begins and ends with the original pictures and is never static between', async (_, endPicture, plan) => {
  const [startFrame, endFrame, ...betweenFrames] = await drawFrames(plan, [START_PICTURE, endPicture], [0, 1, 0.3, 0.32, 0.5, 0.52])
  expect(Buffer.compare(startFrame!, START_PICTURE.data)).toBe(0)
  expect(Buffer.compare(endFrame!, endPicture.data)).toBe(0)
  expect(psnr(betweenFrames[0]!, betweenFrames[1]!)).toBeLessThan(60)
  expect(psnr(betweenFrames[2]!, betweenFrames[3]!)).toBeLessThan(60)
})

test('similar pictures are a morph, different ones are not', () => {
  const similarPicture = cropOf(PHOTO, { x: 420, y: 205, width: 590 }, FRAME)
  const darkPicture = { ...START_PICTURE, data: START_PICTURE.data.map((value, i) => (i % 4 === 3 ? 255 : (value * value) >> 9)) }
  const noise = noisePicture(FRAME.width, FRAME.height, 5)
  expect(
    [similarPicture, darkPicture, OTHER_PICTURE, noise].map((endPicture) => comparePictures(START_PICTURE, endPicture).isMorph),
  ).toEqual([true, true, false, false])
})

test('different pictures use the transition of the plan, so that each variation is another one', async () => {
  const middles = await Promise.all([0, 1, 2, 3].map((variation) => drawFrames(planOf(variation), [START_PICTURE, OTHER_PICTURE], [0.45])))
  const names = [0, 1, 2, 3].map((variation) => planOf(variation).scene).map((scene) => scene.kind === 'between' && scene.transition)
  expect(new Set(names).size).toBe(4)
  for (const [i, [frame]] of middles.entries()) {
    for (const [otherFrame] of middles.slice(i + 1)) expect(psnr(frame!, otherFrame!)).toBeLessThan(28)
  }
})

test('the variations of a morph go different ways, and its bytes are the same again', async () => {
  const endPicture = cropOf(PHOTO, { x: 420, y: 205, width: 590 }, FRAME)
  const middles = await Promise.all([0, 1, 2, 3, 1].map((variation) => drawFrames(planOf(variation), [START_PICTURE, endPicture], [0.5])))
  const [firstFrame, secondFrame, thirdFrame, fourthFrame, repeatedFrame] = middles.map(([frame]) => frame!)
  expect(Buffer.compare(secondFrame!, repeatedFrame!)).toBe(0)
  for (const [a, b] of [
    [firstFrame, secondFrame],
    [firstFrame, thirdFrame],
    [firstFrame, fourthFrame],
    [secondFrame, thirdFrame],
    [secondFrame, fourthFrame],
    [thirdFrame, fourthFrame],
  ]) {
    expect(psnr(a!, b!)).toBeLessThan(28)
  }
})

test('no pixel samples outside its picture, however far apart the nodes are', () => {
  const source = { width: 300, height: 260 }
  const frame = { width: 70, height: 42 }
  const { columns, rows } = gridSize(frame)
  const random = makeRandom(3)
  const grid = new Int32Array(columns * rows * 2)
  writeGrid(
    grid,
    Float64Array.from({ length: grid.length }, () => (random() - 0.3) * 150),
    frame,
    source,
  )
  for (let y = 0; y < frame.height; y++) {
    for (let x = 0; x < frame.width; x++) {
      const position = positionOfPixel(grid, columns, x, y)
      // A position is in units of 1/65536 px. Its steps are rounded down and added up to seven times, so it may be up to 8 units below 0.
      expect(Math.min(position.x, position.y)).toBeGreaterThanOrEqual(-8)
      expect(position.x).toBeLessThanOrEqual((source.width - 1) * 65_536)
      expect(position.y).toBeLessThanOrEqual((source.height - 1) * 65_536)
    }
  }
})

test('phrases for the camera and for movements of the picture stay unmet, weather and colours fade between the pictures', () => {
  const plan = planOf(0, 4, 'slow pan left, handheld, snow, vintage look')
  expect(plan.summary.unmet).toContainEqual({ reason: 'camera-between', words: 'pan left' })
  expect(plan.summary.unmet).toContainEqual({ reason: 'camera-between', words: 'handheld' })
  expect(plan.overlays.map(({ kind, strength }) => [kind, valueAt(strength, 0), valueAt(strength, 0.5), valueAt(strength, 1)])).toEqual([
    ['snow', 0, 1, 0],
  ])
  const tracks = Object.values(plan.grade ?? {}) as readonly Track[]
  expect(tracks.length).toBeGreaterThan(0)
  expect(tracks.flatMap((track) => [valueAt(track, 0), valueAt(track, 1)]).every((value) => value === 0)).toBe(true)
})

test('full fidelity leaves less than half of the bending', () => {
  const [freeScene, strictScene] = [planOf(1), planOf(1, 0, '', 1)].map(({ scene }) => (scene.kind === 'between' ? scene : null))
  expect(strictScene!.bend).toBeLessThan(freeScene!.bend / 2)
  expect(strictScene!.arc.push).toBeLessThan(freeScene!.arc.push / 2)
})
