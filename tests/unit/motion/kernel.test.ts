import { expect, test } from 'vitest'
import { gridSize } from '#motion/camera/fill-grid.ts'
import { createKernel } from '#motion/kernel/create-kernel.ts'
import { makeRandom } from '#motion/random.ts'
import { noisePicture } from '../../fixtures/noise-picture.ts'
import { i420Reference, warpReference } from '../../fixtures/warp-reference.ts'

function largestDifference(bytes: Uint8Array, exactValues: Float64Array): number {
  return bytes.reduce((largest, byte, index) => Math.max(largest, Math.abs(byte - exactValues[index]!)), 0)
}

test.each([
  { width: 64, height: 40 },
  { width: 70, height: 42 },
  { width: 66, height: 34 },
])('the warp of $width x $height differs from plain arithmetic by less than one level', async ({ width, height }) => {
  const source = noisePicture(120, 90, 7)
  const { columns, rows } = gridSize({ width, height })
  const random = makeRandom(width)
  const grid = Int32Array.from({ length: columns * rows * 2 }, (_, i) => {
    const node = Math.floor(i / 2)
    const position = i % 2 === 0 ? node % columns : Math.floor(node / columns)
    return Math.round((position * 8.7 + random() * 4) * 65_536)
  })
  const kernel = await createKernel()
  kernel.clear()
  const [sourceAt, gridAt, outputAt] = [
    kernel.allocate(source.data.length),
    kernel.allocate(grid.byteLength),
    kernel.allocate(width * height * 4),
  ]
  kernel.bytes(sourceAt, source.data.length).set(source.data)
  kernel.words(gridAt, grid.length).set(grid)
  kernel.warp(sourceAt, source.width, gridAt, columns, outputAt, width, height)
  expect(largestDifference(kernel.bytes(outputAt, width * height * 4), warpReference(source, grid, columns, width, height))).toBeLessThan(1)
})

test.each([
  { width: 64, height: 40 },
  { width: 70, height: 42 },
])('the colours of $width x $height lie within one level of Rec. 709 in limited range', async ({ width, height }) => {
  const { data } = noisePicture(width, height, 11)
  data.fill(255, 0, 64)
  data.fill(0, 64, 128)
  const kernel = await createKernel()
  const [pixelsAt, outputAt] = [kernel.allocate(data.length), kernel.allocate((width * height * 3) / 2)]
  kernel.bytes(pixelsAt, data.length).set(data)
  kernel.toI420(pixelsAt, outputAt, width, height)
  const output = kernel.bytes(outputAt, (width * height * 3) / 2)
  expect(largestDifference(output, i420Reference(data, width, height))).toBeLessThanOrEqual(1)
  expect([output[0], output[16]]).toEqual([235, 16])
})

test('after a clearing the same addresses are allocated again', async () => {
  const kernel = await createKernel()
  const firstAddresses = [kernel.allocate(5_000_000), kernel.allocate(100)]
  kernel.clear()
  expect([kernel.allocate(5_000_000), kernel.allocate(100)]).toEqual(firstAddresses)
  expect(kernel.bytes(firstAddresses[1]!, 100)).toHaveLength(100)
})
