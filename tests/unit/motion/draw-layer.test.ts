import { expect, test } from 'vitest'
import { gridSize } from '#motion/camera/fill-grid.ts'
import { createKernel, GRID_CELL } from '#motion/kernel/create-kernel.ts'
import type { Picture } from '#motion/pixels.ts'
import { noisePicture } from '../../fixtures/noise-picture.ts'
import { warpReference } from '../../fixtures/warp-reference.ts'

const FULL_WEIGHT = 32_767
const ONE_PX = 65_536
const ROUNDING_LEVELS = 2

/** A picture of random colours and opacities, with premultiplied alpha. */
function layerPicture(width: number, height: number, seed: number): Picture {
  const picture = noisePicture(width, height, seed)
  for (let at = 0; at < picture.data.length; at += 4) {
    const alpha = [0, 255, picture.data[at + 3]!][(at >> 2) % 3]!
    picture.data[at + 3] = alpha
    for (let channel = 0; channel < 3; channel++) picture.data[at + channel] = Math.floor((picture.data[at + channel]! * alpha) / 255)
  }
  return picture
}

interface LayerOptions {
  readonly width: number
  readonly height: number
  readonly isCovered?: (column: number, row: number) => boolean
  readonly weight?: number
}

async function drawWithKernel({ width, height, isCovered = () => true, weight }: LayerOptions) {
  const source = layerPicture(2 * width, 2 * height, 1)
  const softPicture = layerPicture(width + 2, height + 2, 2)
  const background = noisePicture(width, height, 3).data.map((value, i) => (i % 4 === 3 ? 255 : value))
  const { columns, rows } = gridSize({ width, height })
  const kernel = await createKernel()
  const [sourceAt, softAt, gridAt] = [
    kernel.allocate(source.data.length),
    kernel.allocate(softPicture.data.length),
    kernel.allocate(columns * rows * 8),
  ]
  const [coverAt, weightsAt, outputAt] = [
    kernel.allocate(columns * rows),
    kernel.allocate(columns * rows * 2),
    kernel.allocate(background.length),
  ]
  kernel.bytes(sourceAt, source.data.length).set(source.data)
  kernel.bytes(softAt, softPicture.data.length).set(softPicture.data)
  kernel.bytes(outputAt, background.length).set(background)
  const grid = Int32Array.from({ length: columns * rows * 2 }, (_, i) => {
    const node = i >> 1
    const cell = i % 2 === 0 ? node % columns : Math.floor(node / columns)
    return Math.round((cell * GRID_CELL * 1.3 + 0.37) * ONE_PX)
  })
  kernel.words(gridAt, grid.length).set(grid)
  kernel
    .bytes(coverAt, columns * rows)
    .set(Uint8Array.from({ length: columns * rows }, (_, i) => (isCovered(i % columns, Math.floor(i / columns)) ? 1 : 0)))
  kernel.halves(weightsAt, columns * rows).fill(weight ?? 0)
  const softFrom = weight === undefined ? 0 : softAt
  kernel.drawLayer(sourceAt, source.width, softFrom, softPicture.width, gridAt, columns, coverAt, weightsAt, outputAt, width, height)
  const halfGrid = grid.map((position) => position >> 1)
  return {
    output: Uint8Array.from(kernel.bytes(outputAt, background.length)),
    background,
    sharpPixels: warpReference(source, grid, columns, width, height),
    softPixels: warpReference(softPicture, halfGrid, columns, width, height),
  }
}

function largestDifference(output: Uint8Array, expected: (at: number) => number): number {
  return output.reduce((largest, value, at) => Math.max(largest, Math.abs(value - expected(at))), 0)
}

const blendOver = (front: (at: number) => number, background: Uint8Array) => (at: number) =>
  front(at) + background[at]! * (1 - front(at | 3) / 255)

test.each([
  { width: 64, height: 40 },
  { width: 70, height: 43 },
  { width: 2, height: 3 },
])('a layer of $width x $height covers the frame by its opacity', async (size) => {
  const { output, background, sharpPixels } = await drawWithKernel(size)
  expect(
    largestDifference(
      output,
      blendOver((at) => sharpPixels[at]!, background),
    ),
  ).toBeLessThan(ROUNDING_LEVELS)
})

test('a layer is blurred by weight', async () => {
  const { output, background, sharpPixels, softPixels } = await drawWithKernel({ width: 70, height: 43, weight: FULL_WEIGHT / 4 })
  expect(
    largestDifference(
      output,
      blendOver((at) => sharpPixels[at]! * 0.75 + softPixels[at]! * 0.25, background),
    ),
  ).toBeLessThan(ROUNDING_LEVELS)
  const blurredLayer = await drawWithKernel({ width: 70, height: 43, weight: FULL_WEIGHT })
  expect(
    largestDifference(
      blurredLayer.output,
      blendOver((at) => blurredLayer.softPixels[at]!, blurredLayer.background),
    ),
  ).toBeLessThan(ROUNDING_LEVELS)
})

test('uncovered cells are unchanged to the pixel', async () => {
  const isCovered = (column: number, row: number) => (column + row) % 2 === 0
  const { output, background, sharpPixels } = await drawWithKernel({ width: 70, height: 43, isCovered })
  const expected = blendOver((at) => sharpPixels[at]!, background)
  const cellOf = (at: number) => [Math.floor(((at >> 2) % 70) / GRID_CELL), Math.floor((at >> 2) / 70 / GRID_CELL)] as const
  expect(largestDifference(output, (at) => (isCovered(...cellOf(at)) ? expected(at) : background[at]!))).toBeLessThan(ROUNDING_LEVELS)
  expect(output.every((value, at) => isCovered(...cellOf(at)) || value === background[at])).toBe(true)
})
