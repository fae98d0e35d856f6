import { expect, test } from 'vitest'
import { chooseCuts, splitLayers } from '#motion/depth/split-layers.ts'
import { fillGaps } from '#motion/depth/paint-layer.ts'
import { fitDepth } from '#motion/depth/depth.ts'
import { makePlan, readFocusPull } from '#motion/make-plan.ts'
import type { PlanRequest } from '#motion/plan-request.ts'
import { makePlane } from '#motion/pixels.ts'

const SIZE = { width: 320, height: 240 }
const RED = [200, 30, 20]
const GREEN = [40, 150, 60]

const isBox = (x: number, y: number) => x > 120 && x < 200 && y > 80 && y < 160

/** A picture of a red box in front of a green wall. */
function boxPicture() {
  const data = new Uint8Array(SIZE.width * SIZE.height * 4)
  for (let i = 0; i < SIZE.width * SIZE.height; i++) {
    data.set([...(isBox(i % SIZE.width, Math.floor(i / SIZE.width)) ? RED : GREEN), 255], i * 4)
  }
  return { ...SIZE, data }
}

test('a gap is filled from its rim, and known pixels stay', () => {
  const [width, height] = [40, 30]
  const isKnown = (x: number) => x < 10 || x >= 30
  const columnOf = (i: number) => i % width
  const values = Float32Array.from({ length: width * height }, (_, i) => (isKnown(columnOf(i)) ? (columnOf(i) < 20 ? 10 : 50) : 999))
  const weights = Float32Array.from({ length: width * height }, (_, i) => (isKnown(columnOf(i)) ? 1 : 0))
  const filledValues = fillGaps({ width, height, channels: 1, values, weights })
  expect(filledValues.every((value, i) => (isKnown(columnOf(i)) ? value === values[i] : value >= 10 && value <= 50))).toBe(true)
  expect(filledValues[width * 15 + 11]).toBeLessThan(20)
  expect(filledValues[width * 15 + 28]).toBeGreaterThan(40)
})

test('a picture is cut between the depths on both sides of its edges, and ground without edges is not cut', () => {
  const boxDepth = makePlane(320, 240, (x, y) => (isBox(x, y) ? 0.8 : x > 180 ? 0.4 : 0.1))
  const [farCut = 0, nearCut = 0, ...otherCuts] = chooseCuts(boxDepth, 2)
  expect(otherCuts).toEqual([])
  expect([farCut > 0.1, farCut < 0.4, nearCut > 0.4, nearCut < 0.8]).toEqual([true, true, true, true])
  expect(
    chooseCuts(
      makePlane(320, 240, (_x, y) => y / 240),
      2,
    ),
  ).toEqual([])
})

test('a picture without edges of depth is one layer, which is the picture', () => {
  const picture = boxPicture()
  const layers = splitLayers(
    picture,
    makePlane(320, 240, (_x, y) => y / 240),
  )
  expect(layers.map(({ pixels }) => Buffer.compare(pixels, picture.data))).toEqual([0])
})

test('behind a near object the far layer continues with its own colours and depth; the near one has its own and nothing else', () => {
  const depth = makePlane(320, 240, (x, y) => (isBox(x, y) ? 0.9 : 0.2))
  const [farLayer, nearLayer] = splitLayers(boxPicture(), depth)
  const pixelAt = (pixels: Uint8Array, x: number, y: number) => [...pixels.subarray((y * 320 + x) * 4, (y * 320 + x) * 4 + 4)]
  expect(pixelAt(farLayer!.pixels, 160, 120)).toEqual([...GREEN, 255])
  expect(pixelAt(farLayer!.pixels, 122, 120)).toEqual([...GREEN, 255])
  expect(pixelAt(nearLayer!.pixels, 160, 120)).toEqual([...RED, 255])
  expect(pixelAt(nearLayer!.pixels, 122, 120)).toEqual([...RED, 255])
  expect(pixelAt(nearLayer!.pixels, 110, 120)).toEqual([0, 0, 0, 0])
  const depthAt = (layer: typeof farLayer, x: number, y: number) => layer!.depth.values[(y >> 1) * layer!.depth.width + (x >> 1)]
  expect(depthAt(farLayer, 160, 120)).toBeCloseTo(0.2, 2)
  expect(depthAt(nearLayer, 160, 120)).toBeCloseTo(0.9, 2)
  expect(depthAt(nearLayer, 116, 120)).toBeCloseTo(0.9, 2)
})

test('a map is fitted to the shown part of a picture', () => {
  const map = { width: 100, height: 50, values: Uint8Array.from({ length: 5000 }, (_, i) => Math.round(((i % 100) / 99) * 255)) }
  const wholeDepth = fitDepth(map, { width: 1200, height: 600 })
  expect([wholeDepth.width, wholeDepth.height]).toEqual([512, 256])
  expect([wholeDepth.values[0]!, wholeDepth.values[511]!]).toEqual([expect.closeTo(0, 2), expect.closeTo(1, 2)])
  const rightDepth = fitDepth(map, { width: 300, height: 300 }, { x: 0.5, y: 0, width: 0.5, height: 1 })
  expect([rightDepth.width, rightDepth.height, rightDepth.values[0]!]).toEqual([300, 300, expect.closeTo(0.5, 1)])
})

const REQUEST: PlanRequest = {
  kind: 'move',
  prompt: 'orbit right',
  picture: { width: 1600, height: 900 },
  seconds: 6,
  framesPerSecond: 24,
  imageFidelity: 0.5,
  seed: 3,
  variation: 0,
}

test('with measured depth the camera moves farther, and only then a focus pull is possible', () => {
  const cameraSceneOf = (changes: Partial<PlanRequest>) => {
    const { scene } = makePlan({ ...REQUEST, ...changes })
    return scene.kind === 'camera' ? scene : null
  }
  const [flatScene, deepScene] = [cameraSceneOf({}), cameraSceneOf({ hasDepth: true })]
  expect(deepScene!.to.truckX).toBeGreaterThan(flatScene!.to.truckX * 1.3)
  expect(cameraSceneOf({ prompt: 'push in, rack focus' })).not.toHaveProperty('focusPull')
  expect(cameraSceneOf({ prompt: 'push in, rack focus', hasDepth: true })!.focusPull!.to).toBeGreaterThan(0.5)
  expect(makePlan({ ...REQUEST, hasDepth: false })).toEqual(makePlan(REQUEST))
})

test.each([
  ['slow push in, rack focus to her face', 'near'],
  ['The focus shifts from the foreground to the mountains', 'far'],
  ['Pull focus to the background', 'far'],
  ['shallow depth of field', 'still'],
  ['portrait with a blurred background', 'still'],
  ['no focus pull, orbit left', null],
  ['pull out', null],
  ['focus on the left', null],
])('%s: focus %s', (prompt, expectedDirection) => {
  const focusPull = readFocusPull(prompt)
  const direction = focusPull && (focusPull.from < focusPull.to ? 'near' : focusPull.from > focusPull.to ? 'far' : 'still')
  expect(direction).toBe(expectedDirection)
})
