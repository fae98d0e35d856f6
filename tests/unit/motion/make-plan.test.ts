import fc from 'fast-check'
import { expect, test } from 'vitest'
import { videoSize } from '#shared/domain/generation-options.ts'
import { poseAtTime } from '#motion/camera/camera-path.ts'
import { fillGrid, gridSize, rayOf } from '#motion/camera/fill-grid.ts'
import { makePlan } from '#motion/make-plan.ts'
import type { CameraScene, MotionPlan } from '#motion/motion-plan.ts'
import type { PlanRequest } from '#motion/plan-request.ts'
import { MOVES } from '#motion/vocabulary/moves.ts'
import { sourceSize } from '#motion/create-renderer.ts'
import { noiseDepth } from '../../fixtures/noise-picture.ts'
import { positionOfPixel } from '../../fixtures/warp-reference.ts'

const PICTURE = { width: 1600, height: 900 }
const VARIATIONS = [0, 1, 2, 3]
const PROPERTY_TIMEOUT_MS = 60_000

function plan(prompt: string, changes: Partial<PlanRequest> = {}): MotionPlan {
  return makePlan({
    kind: 'move',
    prompt,
    picture: PICTURE,
    seconds: 6,
    framesPerSecond: 24,
    imageFidelity: 0.5,
    seed: 1,
    variation: 0,
    ...changes,
  })
}

function cameraOf({ scene }: MotionPlan): CameraScene {
  if (scene.kind !== 'camera') throw new Error('no camera')
  return scene
}

function poseOfFrame(motionPlan: MotionPlan, index: number) {
  return poseAtTime(cameraOf(motionPlan), index / (motionPlan.frameCount - 1))
}

/**
 * The part of the focus plane that a frame shows: its size and its middle (x, y). nearX and nearY are the distance between the frame's
 * middles on a nearer and on a farther plane.
 */
function shot(motionPlan: MotionPlan, index: number) {
  const { view, push, panX, panY, truckX, truckY } = poseOfFrame(motionPlan, index)
  const middleAt = (pan: number, truck: number, nearness: number) => {
    const ray = rayOf(0, { view, pan, truck, push })
    return ray.near0 + ray.perNearness * nearness
  }
  return {
    size: view * (1 - push),
    x: middleAt(panX, truckX, 1),
    y: middleAt(panY, truckY, 1),
    nearX: middleAt(panX, truckX, 1.3) - middleAt(panX, truckX, 0.7),
    nearY: middleAt(panY, truckY, 1.3) - middleAt(panY, truckY, 0.7),
  }
}

function changeOverVideo(motionPlan: MotionPlan) {
  const [start, end] = [shot(motionPlan, 0), shot(motionPlan, motionPlan.frameCount - 1)]
  return {
    size: end.size - start.size,
    x: end.x - start.x,
    y: end.y - start.y,
    nearX: end.nearX - start.nearX,
    nearY: end.nearY - start.nearY,
  }
}

test.each(VARIATIONS)('variation %i of each move goes the way that the prompt says', (variation) => {
  expect(changeOverVideo(plan('push in', { variation })).size).toBeLessThan(-0.08)
  expect(changeOverVideo(plan('zoom in', { variation })).size).toBeLessThan(-0.08)
  expect(changeOverVideo(plan('dolly in', { variation })).size).toBeLessThan(-0.08)
  expect(changeOverVideo(plan('pull out', { variation })).size).toBeGreaterThan(0.08)
  expect(changeOverVideo(plan('zoom out', { variation })).size).toBeGreaterThan(0.08)
  expect(changeOverVideo(plan('pan left', { variation })).x).toBeLessThan(-0.1)
  expect(changeOverVideo(plan('pan right', { variation })).x).toBeGreaterThan(0.1)
  expect(changeOverVideo(plan('tilt up', { variation })).y).toBeLessThan(-0.08)
  expect(changeOverVideo(plan('tilt down', { variation })).y).toBeGreaterThan(0.08)
  expect(changeOverVideo(plan('orbit left', { variation })).nearX).toBeLessThan(-0.05)
  expect(changeOverVideo(plan('orbit right', { variation })).nearX).toBeGreaterThan(0.05)
  expect(changeOverVideo(plan('truck left', { variation })).nearX).toBeLessThan(-0.03)
  expect(changeOverVideo(plan('crane up', { variation })).nearY).toBeLessThan(-0.03)
})

test('a push in begins with the whole picture and a pull out ends with it', () => {
  expect(shot(plan('push in'), 0).size).toBeGreaterThan(0.98)
  const pullOutPlan = plan('pull out')
  expect(shot(pullOutPlan, pullOutPlan.frameCount - 1).size).toBeGreaterThan(0.98)
})

test('slow words move less and fast words more, and a longer video moves farther', () => {
  const pushDistance = (prompt: string) => -changeOverVideo(plan(prompt)).size
  expect(pushDistance('slow push in')).toBeLessThan(pushDistance('push in') * 0.75)
  expect(pushDistance('fast push in')).toBeGreaterThan(pushDistance('push in') * 1.3)
  const longPlan = makePlan({
    kind: 'move',
    prompt: 'push in',
    picture: PICTURE,
    seconds: 10,
    framesPerSecond: 24,
    imageFidelity: 0.5,
    seed: 1,
    variation: 0,
  })
  expect(longPlan.frameCount).toBe(240)
  expect(-changeOverVideo(longPlan).size).toBeGreaterThan(pushDistance('push in') * 1.15)
})

test('fidelity lowers the relief of a picture', () => {
  expect(cameraOf(plan('orbit', { imageFidelity: 0 })).relief).toBe(1)
  expect(cameraOf(plan('orbit', { imageFidelity: 1 })).relief).toBeLessThan(0.15)
})

test.each(['', ...MOVES.filter((move) => move !== 'still')])('the four variations of "%s" differ in the last or first frame', (prompt) => {
  const shotValues = VARIATIONS.map((variation) => {
    const motionPlan = plan(prompt.replace('-', ' '), { variation })
    return [shot(motionPlan, 0), shot(motionPlan, motionPlan.frameCount - 1)].flatMap(({ size, x, y, nearX, nearY }) => [
      size,
      x,
      y,
      nearX,
      nearY,
    ])
  })
  for (const variation of VARIATIONS) {
    for (const otherVariation of VARIATIONS.slice(variation + 1)) {
      const difference = Math.max(...shotValues[variation]!.map((value, i) => Math.abs(value - shotValues[otherVariation]![i]!)))
      expect(difference, `takes ${variation} and ${otherVariation}`).toBeGreaterThan(0.02)
    }
  }
})

/**
 * The rows or columns that a test checks: those of every second grid node, and the last nine. Between two nodes positions are interpolated,
 * so the extremes are at nodes and at the last pixels.
 */
function sampleIndexes(side: number): number[] {
  return Array.from({ length: side }, (_, index) => index).filter((index) => index % 16 === 0 || index >= side - 9)
}

const anyPlan = fc.record({
  prompt: fc.tuple(
    fc.constantFrom('', 'slow ', 'very slow ', 'fast '),
    fc.constantFrom('', ...MOVES),
    fc.constantFrom('', ', tilt up', ' towards the upper left', ' and pan right'),
  ),
  picture: fc.record({ width: fc.integer({ min: 400, max: 1000 }), height: fc.integer({ min: 400, max: 1000 }) }),
  seconds: fc.constantFrom(4, 6, 8, 10),
  framesPerSecond: fc.constant(24),
  imageFidelity: fc.double({ min: 0, max: 1, noNaN: true }),
  seed: fc.nat(),
  variation: fc.integer({ min: 0, max: 3 }),
})

test(
  'no pixel of any frame samples outside the picture, whatever the depth',
  () => {
    const check = fc.property(anyPlan, fc.double({ min: 0, max: 1, noNaN: true }), (request, time) => {
      const motionPlan = makePlan({ kind: 'move', ...request, prompt: request.prompt.join('').replaceAll('-', ' ') })
      const frame = videoSize(request.picture, '480p')
      const source = sourceSize(motionPlan, frame)
      const { columns, rows } = gridSize(frame)
      const grid = new Int32Array(columns * rows * 2)
      for (const index of [0, Math.floor(time * (motionPlan.frameCount - 1)), motionPlan.frameCount - 1]) {
        fillGrid(grid, cameraOf(motionPlan), poseOfFrame(motionPlan, index), noiseDepth(40, 40, request.seed), frame, source)
        for (const y of sampleIndexes(frame.height)) {
          for (const x of sampleIndexes(frame.width)) {
            const position = positionOfPixel(grid, columns, x, y)
            const isInside =
              position.x >= 0 && position.y >= 0 && position.x < (source.width - 1) * 65_536 && position.y < (source.height - 1) * 65_536
            if (!isInside)
              throw new Error(
                `frame ${index} pixel ${x},${y} looks at ${position.x / 65_536},${position.y / 65_536} of ${source.width}x${source.height}`,
              )
          }
        }
      }
    })
    fc.assert(check, { numRuns: 50 })
  },
  PROPERTY_TIMEOUT_MS,
)

test('a plan leaves at least two thirds of a calm picture in view', () => {
  for (const variation of VARIATIONS) {
    const motionPlan = plan('', { variation })
    expect(Math.min(shot(motionPlan, 0).size, shot(motionPlan, motionPlan.frameCount - 1).size)).toBeGreaterThan(0.66)
    expect(Math.max(shot(motionPlan, 0).size, shot(motionPlan, motionPlan.frameCount - 1).size)).toBeGreaterThan(0.85)
  }
})

test(
  'every move starts and ends at rest and never jumps',
  () => {
    const check = fc.property(anyPlan, (request) => {
      const motionPlan = makePlan({ kind: 'move', ...request, prompt: request.prompt.join('') })
      const shots = Array.from({ length: motionPlan.frameCount }, (_, index) => shot(motionPlan, index))
      for (const key of ['size', 'x', 'y', 'nearX', 'nearY'] as const) {
        const speeds = shots.slice(1).map((one, i) => one[key] - shots[i]![key])
        const fastestSpeed = Math.max(...speeds.map(Math.abs), 1e-6)
        const largestJump = Math.max(...speeds.slice(1).map((speed, i) => Math.abs(speed - speeds[i]!)))
        const speedAtEnds = Math.max(Math.abs(speeds[0]!), Math.abs(speeds[speeds.length - 1]!))
        expect([key, largestJump < fastestSpeed * 0.2, speedAtEnds < fastestSpeed * 0.1]).toEqual([key, true, true])
      }
    })
    fc.assert(check, { numRuns: 50 })
  },
  PROPERTY_TIMEOUT_MS,
)

test('the same request makes the same plan, and another seed another one', () => {
  expect(plan('orbit', { seed: 5 })).toEqual(plan('orbit', { seed: 5 }))
  expect(plan('orbit', { seed: 5 })).not.toEqual(plan('orbit', { seed: 6 }))
})

test.each(VARIATIONS)('variation %i of a quick step aside leaves most of a narrow picture in view', (variation) => {
  for (const picture of [
    { width: 900, height: 1600 },
    { width: 400, height: 1000 },
  ]) {
    for (const prompt of ['orbit left quickly', 'truck right quickly', 'orbit right quickly while the camera rises']) {
      const motionPlan = plan(prompt, { variation, imageFidelity: 0, picture, seconds: 10 })
      expect(Math.min(shot(motionPlan, 0).size, shot(motionPlan, motionPlan.frameCount - 1).size), prompt).toBeGreaterThan(0.4)
    }
  }
})

test('a source stays within the memory of one worker and the range of one warp', () => {
  const motionPlan = plan('pull out, dolly zoom, dolly in, dolly zoom, quickly', { variation: 1, imageFidelity: 0, seconds: 10 })
  const { width, height } = sourceSize(motionPlan, { width: 1920, height: 1080 })
  expect(width).toBeLessThan(8192)
  expect(width * height * 4).toBeLessThan(56_000_000)
})
