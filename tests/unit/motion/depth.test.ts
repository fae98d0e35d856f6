import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guessDepth, limitSlope } from '#motion/depth/depth.ts'
import type { Plane } from '#motion/pixels.ts'
import { noiseDepth, noisePicture } from '../../fixtures/noise-picture.ts'

function meanOf(depth: Plane, fromY: number, toY: number, fromX = 0, toX = 1): number {
  const valuesInside = depth.values.filter((_, i) => {
    const [x, y] = [(i % depth.width) / depth.width, Math.floor(i / depth.width) / depth.height]
    return x >= fromX && x < toX && y >= fromY && y < toY
  })
  return valuesInside.reduce((sum, value) => sum + value, 0) / valuesInside.length
}

test('smooth sky is far and detailed ground is near', () => {
  const picture = noisePicture(640, 400, 1)
  for (let y = 0; y < 180; y++) {
    for (let x = 0; x < 640; x++) picture.data.set([120, 160, 210 + Math.floor(y / 10), 255], (y * 640 + x) * 4)
  }
  const depth = guessDepth(picture)
  expect([depth.width, depth.height]).toEqual([320, 200])
  expect(meanOf(depth, 0, 0.3)).toBeLessThan(0.3)
  expect(meanOf(depth, 0.7, 1)).toBeGreaterThan(0.6)
})

test('a tree in front is nearer up to its top than the hills beside it', () => {
  const picture = { width: 640, height: 400, data: new Uint8Array(640 * 400 * 4).fill(255) }
  for (let y = 0; y < 400; y++) {
    for (let x = 0; x < 640; x++) {
      const isTree = y > 330 || (y > 80 && x > 90 && x < 130)
      const light = isTree ? 30 : y < 160 ? 220 : 140
      picture.data.set([light, light, light], (y * 640 + x) * 4)
    }
  }
  const depth = guessDepth(picture)
  expect(meanOf(depth, 0.25, 0.35, 0.155, 0.19)).toBeGreaterThan(meanOf(depth, 0.25, 0.35, 0.4, 0.9) + 0.38)
})

test('a picture of one colour has a depth without a fault', () => {
  const depth = guessDepth({ width: 300, height: 500, data: new Uint8Array(300 * 500 * 4).fill(128) })
  expect(depth.values.every((value) => value >= 0 && value <= 1)).toBe(true)
  expect(meanOf(depth, 0.8, 1)).toBeGreaterThan(meanOf(depth, 0, 0.2))
})

test('limited depth never falls faster than the limit, and no near pixel is moved back', () => {
  const check = fc.property(fc.nat(), fc.double({ min: 0.5, max: 8, noNaN: true }), (seed, maxSlope) => {
    const depth = noiseDepth(30, 20, seed)
    const limitedDepth = limitSlope(depth, maxSlope)
    const maxDrop = maxSlope / 20 + 1e-6
    const isLimited = limitedDepth.values.every((value, i) => {
      const dropAcross = i % 30 === 29 ? 0 : Math.abs(value - limitedDepth.values[i + 1]!)
      const dropDown = i + 30 < 600 ? Math.abs(value - limitedDepth.values[i + 30]!) : 0
      return value >= depth.values[i]! && dropAcross <= maxDrop && dropDown <= maxDrop
    })
    expect(isLimited).toBe(true)
  })
  fc.assert(check, { numRuns: 20 })
})
