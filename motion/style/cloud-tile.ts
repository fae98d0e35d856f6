import { smoothStep } from '../curves.ts'
import { makeRandom } from '#motion/random.ts'

const SIDE = 64
const MASK = SIDE - 1
const OCTAVES = [
  { cell: 16, weight: 0.52 },
  { cell: 8, weight: 0.28 },
  { cell: 4, weight: 0.14 },
  { cell: 2, weight: 0.06 },
] as const

/** Smooth noise of 0..1 that repeats with period 1 in both directions. */
export interface CloudTile {
  at(x: number, y: number): number
}

function addOctave(values: Float32Array, cell: number, weight: number, random: () => number): void {
  const cells = SIDE / cell
  const lattice = Float32Array.from({ length: cells * cells }, random)
  const latticeAt = (x: number, y: number) => lattice[(y % cells) * cells + (x % cells)] ?? 0
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const [column, row] = [Math.floor(x / cell), Math.floor(y / cell)]
      const weightX = smoothStep(x / cell - column)
      const upper = latticeAt(column, row) * (1 - weightX) + latticeAt(column + 1, row) * weightX
      const lower = latticeAt(column, row + 1) * (1 - weightX) + latticeAt(column + 1, row + 1) * weightX
      const weightY = smoothStep(y / cell - row)
      values[y * SIDE + x] = (values[y * SIDE + x] ?? 0) + weight * (upper * (1 - weightY) + lower * weightY)
    }
  }
}

export function makeCloudTile(seed: number): CloudTile {
  const values = new Float32Array(SIDE * SIDE)
  const random = makeRandom(seed)
  for (const { cell, weight } of OCTAVES) addOctave(values, cell, weight, random)

  return {
    at(x, y) {
      const positionX = (x - Math.floor(x)) * SIDE
      const positionY = (y - Math.floor(y)) * SIDE
      const left = Math.floor(positionX)
      const top = Math.floor(positionY)
      const partX = positionX - left
      const upperRow = (top & MASK) * SIDE
      const lowerRow = ((top + 1) & MASK) * SIDE
      const column = left & MASK
      const nextColumn = (left + 1) & MASK
      const upper = (values[upperRow + column] ?? 0) * (1 - partX) + (values[upperRow + nextColumn] ?? 0) * partX
      const lower = (values[lowerRow + column] ?? 0) * (1 - partX) + (values[lowerRow + nextColumn] ?? 0) * partX
      return upper + (lower - upper) * (positionY - top)
    },
  }
}
