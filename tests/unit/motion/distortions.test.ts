import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DISTORTION_KINDS } from '#motion/vocabulary/distortion-kinds.ts'
import { distortPoints, DISTORTIONS } from '#motion/distortions/distort-points.ts'
import { zoomAndDistort, zoomForDistortions } from '#motion/distortions/zoom-for-distortions.ts'
import type { CameraPose, CameraScene } from '#motion/motion-plan.ts'
import { valueAt } from '#motion/keyframes.ts'

const SOURCE = { width: 480, height: 270 }
const ASPECTS = [0.56, 1, 1.78]
const RANDOM_VALUES = [0, 0.21, 0.5, 0.77, 0.99]
/** Distortions that jump on purpose, or whose edges pass over objects. */
const JUMPING_KINDS = new Set(['film-jump', 'glitch', 'bulge', 'kaleidoscope'])
/** Distortions that mirror on purpose. */
const MIRRORING_KINDS = new Set(['mirror', 'kaleidoscope', 'tiles', 'glitch'])

function gridPositions(): Float64Array {
  const positions: number[] = []
  for (let y = 1; y < SOURCE.height - 1; y += 9) for (let x = 1; x < SOURCE.width - 1; x += 9) positions.push(x, y)
  return Float64Array.from(positions)
}

test.each(DISTORTION_KINDS)('%s moves the picture, and at strength 0 leaves every pixel at its position', (kind) => {
  const originalPositions = gridPositions()
  const undistortedPositions = gridPositions()
  distortPoints(undistortedPositions, SOURCE, { distortions: [{ kind, strength: 0 }], time: 0.4, durationSeconds: 6, seed: 3 })
  expect(undistortedPositions).toEqual(originalPositions)
  const largestShifts = [0.1, 0.3, 0.5, 0.7, 0.9].map((time) => {
    const distortedPositions = gridPositions()
    distortPoints(distortedPositions, SOURCE, { distortions: [{ kind, strength: 1 }], time, durationSeconds: 6, seed: 3 })
    return Math.max(...distortedPositions.map((value, i) => Math.abs(value - (originalPositions[i] ?? 0))))
  })
  expect(Math.max(...largestShifts)).toBeGreaterThan(1)
})

test('a distortion whose strength is 0 changes nothing even where its kind would', () => {
  for (const kind of DISTORTION_KINDS) {
    for (const chance of RANDOM_VALUES) {
      const point = { x: 0.31, y: -0.2 }
      DISTORTIONS[kind]({ seconds: 2.3, strength: 0, chance, aspect: 1.5 })(point)
      expect(point.x, kind).toBeCloseTo(0.31, 12)
      expect(point.y, kind).toBeCloseTo(-0.2, 12)
    }
  }
})

function isInside(position: number, side: number): boolean {
  return position >= 0.4 && position <= side - 1.4
}

const anyDistortion = fc.record({ kind: fc.constantFrom(...DISTORTION_KINDS), strength: fc.double({ min: -3, max: 3, noNaN: true }) })

test('no sample leaves the picture, whatever distorts it', () => {
  const check = fc.property(
    fc.array(anyDistortion, { minLength: 1, maxLength: 3 }),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.nat(),
    (distortions, time, seed) => {
      const positions = gridPositions()
      distortPoints(positions, SOURCE, { distortions, time, durationSeconds: 10, seed })
      for (let index = 0; index < positions.length; index += 2) {
        if (!isInside(positions[index]!, SOURCE.width) || !isInside(positions[index + 1]!, SOURCE.height))
          throw new Error(`place ${index / 2} left`)
      }
    },
  )
  fc.assert(check, { numRuns: 60 })
})

function distortedAt(kind: (typeof DISTORTION_KINDS)[number], seconds: number, chance: number) {
  const point = { x: 0.22, y: -0.13 }
  DISTORTIONS[kind]({ seconds, strength: 1, chance, aspect: 1.5 })(point)
  return point
}

test.each(DISTORTION_KINDS.filter((kind) => !JUMPING_KINDS.has(kind)))('%s has no jump in speed', (kind) => {
  const STEP_S = 1 / 960
  for (const chance of RANDOM_VALUES) {
    const points = Array.from({ length: 4 * 960 }, (_, i) => distortedAt(kind, i * STEP_S, chance))
    for (const axis of ['x', 'y'] as const) {
      const speeds = points.slice(1).map((point, i) => (point[axis] - points[i]![axis]) / STEP_S)
      const largestJump = Math.max(...speeds.slice(1).map((speed, i) => Math.abs(speed - speeds[i]!)))
      const fastestSpeed = Math.max(...speeds.map(Math.abs), 1e-9)
      expect(largestJump / fastestSpeed, `${axis} ${chance}`).toBeLessThan(0.12)
    }
  }
})

const WHOLE_POSE: CameraPose = { view: 1, panX: 0, panY: 0, truckX: 0, truckY: 0, push: 0 }
const STILL_SCENE: CameraScene = {
  kind: 'camera',
  from: WHOLE_POSE,
  to: WHOLE_POSE,
  easeIn: 0.3,
  easeOut: 0.3,
  relief: 0,
  focusDepth: 0.5,
  maxDepthSlope: 8,
}

test.each(DISTORTION_KINDS.filter((kind) => !MIRRORING_KINDS.has(kind)))(
  'the camera makes room for %s, so that hardly a pixel is mirrored at the sides',
  (kind) => {
    for (const aspect of ASPECTS) {
      const { view } = zoomForDistortions(STILL_SCENE, [{ kind, strength: 1 }], aspect).from
      let [outsideCount, pointCount] = [0, 0]
      for (const chance of RANDOM_VALUES) {
        for (let seconds = 0; seconds < 8; seconds += 0.37) {
          const distort = DISTORTIONS[kind]({ seconds, strength: 1, chance, aspect })
          for (let share = -1; share <= 1; share += 0.1) {
            for (const [x, y] of [
              [share, -1],
              [share, 1],
              [-1, share],
              [1, share],
            ] as const) {
              const point = { x: (x * view * aspect) / 2, y: (y * view) / 2 }
              distort(point)
              pointCount++
              if (Math.abs(point.x) > aspect / 2 + 0.004 || Math.abs(point.y) > 0.504) outsideCount++
            }
          }
        }
      }
      expect(outsideCount / pointCount, `${aspect}`).toBeLessThan(0.01)
    }
  },
)

test.each(['handheld', 'shake', 'sway'] as const)(
  '%s that begins at rest begins with the whole picture and zooms in with its strength',
  (kind) => {
    const risingStrength = [
      { at: 0, value: 0 },
      { at: 0.1, value: 1 },
    ]
    for (const aspect of ASPECTS) {
      const source = { width: Math.round(400 * aspect), height: 400 }
      const corners = Float64Array.of(2, 2, source.width - 3, 2, 2, source.height - 3, source.width - 3, source.height - 3)
      const distortions = zoomAndDistort([kind], risingStrength, aspect)
      const firstPositions = corners.slice()
      distortPoints(firstPositions, source, { distortions, time: 0, durationSeconds: 6, seed: 4 })
      expect(firstPositions).toEqual(corners)
      for (const time of [0.2, 0.45, 0.83]) {
        const corner = { x: -aspect / 2, y: -0.5 }
        for (const { kind: distortionKind, strength } of distortions)
          DISTORTIONS[distortionKind]({ seconds: time * 6, strength: valueAt(strength, time), chance: 0.3, aspect })(corner)
        expect(corner.x).toBeGreaterThan(-aspect / 2 - 0.004)
        expect(corner.y).toBeGreaterThan(-0.504)
      }
    }
  },
)
