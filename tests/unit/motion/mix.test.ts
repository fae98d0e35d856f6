import { expect, test } from 'vitest'
import { gridSize } from '#motion/camera/fill-grid.ts'
import { createKernel, GRID_CELL } from '#motion/kernel/create-kernel.ts'
import { makeRandom } from '#motion/random.ts'
import { halfOfNode, times15 } from '../../fixtures/fixed-point.ts'
import { noisePicture } from '../../fixtures/noise-picture.ts'

const FULL_WEIGHT = 32_767

async function mixWithKernel(width: number, height: number, weightOf: (node: number) => number, into: 'new' | 'a' = 'new') {
  const [a, b] = [noisePicture(width, height, 1).data, noisePicture(width, height, 2).data]
  const { columns, rows } = gridSize({ width, height })
  const weights = Int16Array.from({ length: columns * rows }, (_, node) => weightOf(node))
  const kernel = await createKernel()
  const [aAt, bAt, weightsAt] = [kernel.allocate(a.length), kernel.allocate(b.length), kernel.allocate(weights.byteLength)]
  const outputAt = into === 'a' ? aAt : kernel.allocate(a.length)
  kernel.bytes(aAt, a.length).set(a)
  kernel.bytes(bAt, b.length).set(b)
  kernel.halves(weightsAt, weights.length).set(weights)
  kernel.mix(aAt, bAt, weightsAt, columns, outputAt, width, height)
  return { a, b, weights, columns, output: Uint8Array.from(kernel.bytes(outputAt, a.length)) }
}

test.each([
  { width: 64, height: 40, into: 'new' as const },
  { width: 70, height: 43, into: 'a' as const },
  { width: 66, height: 33, into: 'new' as const },
  { width: 2, height: 1, into: 'a' as const },
])('a blend of $width x $height into $into is plain arithmetic to the bit', async ({ width, height, into }) => {
  const random = makeRandom(width)
  const { a, b, weights, columns, output } = await mixWithKernel(width, height, () => Math.floor(random() * (FULL_WEIGHT + 1)), into)
  const expected = a.map((value, index) => {
    const pixel = index >> 2
    const weight = halfOfNode({ plane: weights, columns, count: 1, cell: GRID_CELL }, 0, pixel % width, Math.floor(pixel / width))
    return (value * 64 + times15((b[index]! - value) * 64, weight) + 32) >> 6
  })
  expect(output).toEqual(Uint8Array.from(expected))
})

test('a blend without weight is the first picture and with full weight the second', async () => {
  const firstOnly = await mixWithKernel(70, 43, () => 0)
  const secondOnly = await mixWithKernel(70, 43, () => FULL_WEIGHT)
  expect(firstOnly.output).toEqual(Uint8Array.from(firstOnly.a))
  expect(secondOnly.output).toEqual(Uint8Array.from(secondOnly.b))
})
