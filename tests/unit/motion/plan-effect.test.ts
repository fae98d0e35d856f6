import fc from 'fast-check'
import { expect, test } from 'vitest'
import { videoSize } from '#shared/domain/generation-options.ts'
import { distortPoints } from '#motion/distortions/distort-points.ts'
import { poseAtTime } from '#motion/camera/camera-path.ts'
import { fillGrid, gridSize, rayOf } from '#motion/camera/fill-grid.ts'
import { EFFECTS } from '#motion/effects/effects.ts'
import type { CameraScene, MotionPlan } from '#motion/motion-plan.ts'
import { sourceSize } from '#motion/create-renderer.ts'
import { effectPlan } from '../../fixtures/draw-effect.ts'
import { noiseDepth } from '../../fixtures/noise-picture.ts'
import { positionOfPixel } from '../../fixtures/warp-reference.ts'

const IDS = EFFECTS.map(({ id }) => id)
const PROPERTY_TIMEOUT_MS = 60_000

function cameraOf({ scene }: MotionPlan): CameraScene {
  if (scene.kind !== 'camera') throw new Error('no camera')
  return scene
}

const anyEffect = fc.record({
  effectId: fc.constantFrom(...IDS),
  variation: fc.integer({ min: 0, max: 3 }),
  seed: fc.nat(),
  seconds: fc.constantFrom(4, 6, 8, 10),
  prompt: fc.constantFrom('', 'fast pan right', 'very slow zoom in on the upper left, snow'),
  picture: fc.record({ width: fc.integer({ min: 400, max: 1000 }), height: fc.integer({ min: 400, max: 1000 }) }),
})

/**
 * The rows or columns that a test checks: those of every second grid node, and the last nine. Between two nodes positions are interpolated,
 * so the extremes are at nodes and at the last pixels.
 */
function sampleIndexes(side: number): number[] {
  return Array.from({ length: side }, (_, index) => index).filter((index) => index % 16 === 0 || index >= side - 9)
}

test(
  'no pixel of any effect samples outside the picture, whatever the depth',
  () => {
    const check = fc.property(anyEffect, fc.double({ min: 0, max: 1, noNaN: true }), (request, time) => {
      const plan = effectPlan(request)
      const scene = cameraOf(plan)
      const frame = videoSize(request.picture, '480p')
      const source = sourceSize(plan, frame)
      const { columns, rows } = gridSize(frame)
      const grid = new Int32Array(columns * rows * 2)
      const depth = noiseDepth(40, 40, request.seed)
      for (const sampleTime of [0, time, 1]) {
        const distortionState = { distortions: plan.distortions, time: sampleTime, durationSeconds: request.seconds, seed: plan.seed }
        fillGrid(grid, scene, poseAtTime(scene, sampleTime), depth, frame, source, distortionState)
        for (const y of sampleIndexes(frame.height)) {
          for (const x of sampleIndexes(frame.width)) {
            const position = positionOfPixel(grid, columns, x, y)
            const isInside =
              position.x >= 0 && position.y >= 0 && position.x < (source.width - 1) * 65_536 && position.y < (source.height - 1) * 65_536
            if (!isInside) throw new Error(`at ${sampleTime} pixel ${x},${y} looks at ${position.x / 65_536},${position.y / 65_536}`)
          }
        }
      }
    })
    fc.assert(check, { numRuns: 60 })
  },
  PROPERTY_TIMEOUT_MS,
)

const SOURCE = { width: 600, height: 400 }
/** Distortions that jump on purpose, or whose edges pass over objects. */
const JUMPING_KINDS = new Set(['film-jump', 'glitch', 'bulge', 'kaleidoscope', 'tiles'])

/** The positions of two points of the frame on the focus plane after all distortions, in px of the source. */
function distortedPositions(plan: MotionPlan, time: number): Float64Array {
  const { view, push, panX, panY, truckX, truckY } = poseAtTime(cameraOf(plan), time)
  const sampledAt = (position: number, pan: number, truck: number) => {
    const ray = rayOf(position, { view, pan, truck, push })
    return (ray.near0 + ray.perNearness) * SOURCE.height
  }
  const positions = [
    [0.3, -0.21],
    [-0.37, 0.3],
  ].flatMap(([x = 0, y = 0]) => [SOURCE.width / 2 + sampledAt(x, panX, truckX), SOURCE.height / 2 + sampledAt(y, panY, truckY)])
  const positionArray = Float64Array.from(positions)
  distortPoints(positionArray, SOURCE, { distortions: plan.distortions, time, durationSeconds: plan.frameCount / 24, seed: plan.seed })
  return positionArray
}

test.each(IDS)('%s never jumps in speed, except where jumps are intended', (effectId) => {
  const STEPS_PER_FRAME = 60
  const wholePlan = effectPlan({ effectId, picture: SOURCE, seconds: 4 })
  const plan = { ...wholePlan, distortions: wholePlan.distortions.filter(({ kind }) => !JUMPING_KINDS.has(kind)) }
  const steps = plan.frameCount * STEPS_PER_FRAME
  const positions = Array.from({ length: steps + 1 }, (_, i) => distortedPositions(plan, i / steps))
  for (const axis of [0, 1, 2, 3]) {
    const speeds = positions.slice(1).map((one, i) => (one[axis] ?? 0) - (positions[i]?.[axis] ?? 0))
    const jumps = speeds.slice(1).map((speed, i) => Math.abs(speed - (speeds[i] ?? 0)))
    const fastestSpeed = Math.max(...speeds.map(Math.abs), 0.002)
    expect(Math.max(...jumps) / fastestSpeed, `${axis}`).toBeLessThan(0.1)
  }
})

test('an unknown effect is refused', () => {
  expect(() => effectPlan({ effectId: 'nothing-of-the-kind' })).toThrow(RangeError)
})

test('a prompt adds its pace, and weather that the effect lacks, to an effect', () => {
  const viewChange = (prompt: string) => {
    const { from, to } = cameraOf(effectPlan({ effectId: 'first-snow', prompt }))
    return Math.abs(from.view * (1 - from.push) - to.view * (1 - to.push))
  }
  expect(viewChange('very slowly')).toBeLessThan(viewChange('') * 0.6)
  const kinds = (prompt: string) => effectPlan({ effectId: 'first-snow', prompt }).overlays.map(({ kind }) => kind)
  expect(kinds('snow and embers')).toEqual(['embers', ...kinds('')])
})

test('a prompt moves the camera of an effect without a camera move, and is listed as ignored where the camera is the effect', () => {
  const freeCameraPlan = effectPlan({ effectId: 'first-snow', prompt: 'pan left' })
  expect(freeCameraPlan.summary).toEqual({ moves: ['pan-left'], unmet: [] })
  expect(cameraOf(freeCameraPlan).to.panX).toBeLessThan(cameraOf(freeCameraPlan).from.panX - 0.1)
  const fixedCameraPlan = effectPlan({ effectId: 'vertigo', prompt: 'pan left' })
  expect(fixedCameraPlan.summary).toEqual({ moves: [], unmet: [{ reason: 'fixed-by-effect', words: 'pan left' }] })
  expect(fixedCameraPlan.scene).toEqual(effectPlan({ effectId: 'vertigo' }).scene)
})

test('the limits of every renderer are listed with an effect as well', () => {
  const { unmet } = effectPlan({ effectId: 'vertigo', prompt: 'she starts to sing' }).summary
  expect(unmet.length).toBeGreaterThan(0)
})
