import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DISTORTION_KINDS } from '#motion/vocabulary/distortion-kinds.ts'
import { distortPoints, DISTORTIONS } from '#motion/distortions/distort-points.ts'
import { zoomAndDistort, zoomForDistortions } from '#motion/distortions/zoom-for-distortions.ts'
import type { CameraPose, CameraScene } from '#motion/motion-plan.ts'
import { valueAt } from '#motion/keyframes.ts'

const SOURCE = { width: 480, height: 270 }
const ASPECTS = [0.56, 1, 1.78]
const CHANCES = [0, 0.21, 0.5, 0.77, 0.99]
/** Distortions that jump on purpose, or whose edges pass over objects. */
const JUMPING = new Set(['film-jump', 'glitch', 'bulge', 'kaleidoscope'])
/** Distortions that mirror on purpose. */
const MIRRORING = new Set(['mirror', 'kaleidoscope', 'tiles', 'glitch'])

function gridPositions(): Float64Array {
  const positions: number[] = []
  for (let y = 1; y < SOURCE.height - 1; y += 9) for (let x = 1; x < SOURCE.width - 1; x += 9) positions.push(x, y)
  return Float64Array.from(positions)
}

test.each(DISTORTION_KINDS)('%s moves the picture, and at strength 0 leaves every pixel at its position', (kind) => {
  const plain = gridPositions()
  const moved = gridPositions()
  distortPoints(moved, SOURCE, { distortions: [{ kind, strength: 0 }], time: 0.4, durationSeconds: 6, seed: 3 })
  expect(moved).toEqual(plain)
  const farthest = [0.1, 0.3, 0.5, 0.7, 0.9].map((time) => {
    const bent = gridPositions()
    distortPoints(bent, SOURCE, { distortions: [{ kind, strength: 1 }], time, durationSeconds: 6, seed: 3 })
    return Math.max(...bent.map((value, i) => Math.abs(value - (plain[i] ?? 0))))
  })
  expect(Math.max(...farthest)).toBeGreaterThan(1)
})

test('a distortion whose strength is 0 changes nothing even where its kind would', () => {
  for (const kind of DISTORTION_KINDS) {
    for (const chance of CHANCES) {
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

const anyBend = fc.record({ kind: fc.constantFrom(...DISTORTION_KINDS), strength: fc.double({ min: -3, max: 3, noNaN: true }) })

test('no sample leaves the picture, whatever distorts it', () => {
  const check = fc.property(
    fc.array(anyBend, { minLength: 1, maxLength: 3 }),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.nat(),
    (distortions, time, seed) => {
      const positions = gridPositions()
      distortPoints(positions, SOURCE, { distortions, time, durationSeconds: 10, seed })
      for (let at = 0; at < positions.length; at += 2) {
        if (!isInside(positions[at]!, SOURCE.width) || !isInside(positions[at + 1]!, SOURCE.height)) throw new Error(`place ${at / 2} left`)
      }
    },
  )
  fc.assert(check, { numRuns: 60 })
})

function distortedAt(kind: (typeof DISTORTION_KINDS)[number], seconds: number, chance: number) {
  const at = { x: 0.22, y: -0.13 }
  DISTORTIONS[kind]({ seconds, strength: 1, chance, aspect: 1.5 })(at)
  return at
}

test.each(DISTORTION_KINDS.filter((kind) => !JUMPING.has(kind)))('%s has no jump in speed', (kind) => {
  const STEP = 1 / 960
  for (const chance of CHANCES) {
    const way = Array.from({ length: 4 * 960 }, (_, i) => distortedAt(kind, i * STEP, chance))
    for (const axis of ['x', 'y'] as const) {
      const speeds = way.slice(1).map((one, i) => (one[axis] - way[i]![axis]) / STEP)
      const jump = Math.max(...speeds.slice(1).map((speed, i) => Math.abs(speed - speeds[i]!)))
      const fastest = Math.max(...speeds.map(Math.abs), 1e-9)
      expect(jump / fastest, `${axis} ${chance}`).toBeLessThan(0.12)
    }
  }
})

const WHOLE: CameraPose = { view: 1, panX: 0, panY: 0, truckX: 0, truckY: 0, push: 0 }
const STILL: CameraScene = {
  kind: 'camera',
  from: WHOLE,
  to: WHOLE,
  easeIn: 0.3,
  easeOut: 0.3,
  relief: 0,
  focusDepth: 0.5,
  maxDepthSlope: 8,
}

test.each(DISTORTION_KINDS.filter((kind) => !MIRRORING.has(kind)))(
  'the camera makes room for %s, so that hardly a pixel is mirrored at the sides',
  (kind) => {
    for (const aspect of ASPECTS) {
      const { view } = zoomForDistortions(STILL, [{ kind, strength: 1 }], aspect).from
      let [outside, all] = [0, 0]
      for (const chance of CHANCES) {
        for (let seconds = 0; seconds < 8; seconds += 0.37) {
          const move = DISTORTIONS[kind]({ seconds, strength: 1, chance, aspect })
          for (let part = -1; part <= 1; part += 0.1) {
            for (const [x, y] of [
              [part, -1],
              [part, 1],
              [-1, part],
              [1, part],
            ] as const) {
              const at = { x: (x * view * aspect) / 2, y: (y * view) / 2 }
              move(at)
              all++
              if (Math.abs(at.x) > aspect / 2 + 0.004 || Math.abs(at.y) > 0.504) outside++
            }
          }
        }
      }
      expect(outside / all, `${aspect}`).toBeLessThan(0.01)
    }
  },
)

test.each(['handheld', 'shake', 'sway'] as const)(
  '%s that begins at rest begins with the whole picture and zooms in with its strength',
  (kind) => {
    const rising = [
      { at: 0, value: 0 },
      { at: 0.1, value: 1 },
    ]
    for (const aspect of ASPECTS) {
      const source = { width: Math.round(400 * aspect), height: 400 }
      const corners = Float64Array.of(2, 2, source.width - 3, 2, 2, source.height - 3, source.width - 3, source.height - 3)
      const distortions = zoomAndDistort([kind], rising, aspect)
      const first = corners.slice()
      distortPoints(first, source, { distortions, time: 0, durationSeconds: 6, seed: 4 })
      expect(first).toEqual(corners)
      for (const time of [0.2, 0.45, 0.83]) {
        const closer = { x: -aspect / 2, y: -0.5 }
        for (const { kind: own, strength } of distortions)
          DISTORTIONS[own]({ seconds: time * 6, strength: valueAt(strength, time), chance: 0.3, aspect })(closer)
        expect(closer.x).toBeGreaterThan(-aspect / 2 - 0.004)
        expect(closer.y).toBeGreaterThan(-0.504)
      }
    }
  },
)
