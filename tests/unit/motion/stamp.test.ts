import { expect, test } from 'vitest'
import { type Kernel, createKernel, STAMP_WORDS, TURNED_WORDS } from '#motion/kernel/create-kernel.ts'
import { type Mask, makeMask } from '#motion/style/overlay-canvas.ts'
import { makeRandom } from '#motion/random.ts'
import { times15 } from '../../fixtures/fixed-point.ts'
import { noisePicture } from '../../fixtures/noise-picture.ts'
import { laid, stampWeight, turnedWeight } from '../../fixtures/stamp-reference.ts'

const COLOUR = [250, 120, 30, 255] as const
const COLOUR_WORD = 250 | (120 << 8) | (30 << 16) | (255 << 24)
const OPACITY = 29_000
const ONE_PX = 65_536

function noiseMask(kernel: Kernel, reachX: number, reachY: number): Mask {
  const random = makeRandom(9)
  return makeMask(kernel, reachX, reachY, () => random())
}

async function setUpStamp(width: number, height: number) {
  const kernel = await createKernel()
  const originalPixels = Uint8Array.from(noisePicture(width, height, 6).data)
  const pixelsAt = kernel.allocate(originalPixels.length)
  const mask = noiseMask(kernel, 9, 6)
  const data = Uint8Array.from(kernel.bytes(mask.offset, mask.width * mask.height))
  const itemsAt = kernel.allocate(4096)
  kernel.bytes(pixelsAt, originalPixels.length).set(originalPixels)
  const readPixels = () => Uint8Array.from(kernel.bytes(pixelsAt, originalPixels.length))
  const expectedPixels = (cover: number, weightAt: (x: number, y: number) => number) =>
    originalPixels.map((byte, index) => {
      const weight = times15(weightAt((index >> 2) % width, Math.floor((index >> 2) / width)), OPACITY)
      return laid(byte, COLOUR[index & 3]!, weight, cover)
    })
  return { kernel, pixelsAt, itemsAt, mask, bytes: { ...mask, data }, readPixels, expectedOf: expectedPixels }
}

const POSITIONS = [
  { name: 'inside', x: 12.3, y: 7.7 },
  { name: 'over the upper left corner', x: -5.6, y: -4.2 },
  { name: 'over the lower right corner', x: 40.1, y: 24.9 },
  { name: 'over both sides', x: 47.5, y: 3 },
]

test.each(POSITIONS)('a mask $name is stamped as in plain arithmetic to the bit', async ({ x, y }) => {
  const [width, height] = [51, 31]
  for (const cover of [0, 20_000, 32_767]) {
    const { kernel, pixelsAt, itemsAt, mask, bytes, readPixels, expectedOf: expectedPixels } = await setUpStamp(width, height)
    const [left, top] = [Math.round(x * ONE_PX), Math.round(y * ONE_PX)]
    const item = [left, top, mask.offset, mask.width | (mask.height << 16), COLOUR_WORD, OPACITY | (cover << 16)]
    kernel.words(itemsAt, STAMP_WORDS).set(item)
    kernel.stamp(itemsAt, 1, pixelsAt, width, height)
    expect(readPixels()).toEqual(expectedPixels(cover, (px, py) => stampWeight(bytes, left, top, px, py)))
  }
})

test.each(POSITIONS)('a turned mask $name is stamped as in plain arithmetic to the bit', async ({ x, y }) => {
  const [width, height, cover] = [51, 31, 15_000]
  const { kernel, pixelsAt, itemsAt, mask, bytes, readPixels, expectedOf: expectedPixels } = await setUpStamp(width, height)
  const middle = [Math.round((x + 8) * ONE_PX), Math.round((y + 6) * ONE_PX)] as const
  const steps = [0.8, -0.9, 0.6, 1.2].map((step) => Math.round(step * ONE_PX))
  const sharedWords = [mask.offset, mask.width | (mask.height << 16), COLOUR_WORD, OPACITY | (cover << 16)]
  kernel.words(itemsAt, TURNED_WORDS).set([...middle, ...sharedWords, ...steps, 40 | (40 << 16)])
  kernel.stampTurned(itemsAt, 1, pixelsAt, width, height)
  expect(readPixels()).toEqual(expectedPixels(cover, (px, py) => turnedWeight(bytes, middle, steps, px, py)))
})

test.each([
  { bits: 3, width: 42, height: 19 },
  { bits: 4, width: 42, height: 35 },
])('a frame is shrunk to the means of its whole cells of $bits bits', async ({ bits, width, height }) => {
  const [cell, columns, rows] = [1 << bits, width >> bits, height >> bits]
  const kernel = await createKernel()
  const { data } = noisePicture(width, height, 8)
  data.fill(255, 0, 64)
  const [pixelsAt, outputAt] = [kernel.allocate(data.length), kernel.allocate(columns * rows * 4)]
  kernel.bytes(pixelsAt, data.length).set(data)
  kernel.shrink(pixelsAt, width, height, bits, outputAt)
  const expected = Array.from({ length: columns * rows * 4 }, (_, index) => {
    const [left, top] = [((index >> 2) % columns) * cell, Math.floor((index >> 2) / columns) * cell]
    let sum = 0
    for (let i = 0; i < cell * cell; i++) sum += data[((top + (i >> bits)) * width + left + (i & (cell - 1))) * 4 + (index & 3)]!
    return (sum + (cell * cell) / 2) >> (2 * bits)
  })
  expect([...kernel.bytes(outputAt, expected.length)]).toEqual(expected)
})
