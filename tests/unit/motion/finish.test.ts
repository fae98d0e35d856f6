import { expect, test } from 'vitest'
import { createKernel, ROW_BYTES, SOFT_HALVES, TONE_HALVES } from '#motion/kernel/create-kernel.ts'
import { NOISE_BYTES, noiseTile, writeTone } from '#motion/style/create-finish.ts'
import { makeRandom } from '#motion/random.ts'
import { finishReference } from '../../fixtures/finish-reference.ts'
import { noisePicture } from '../../fixtures/noise-picture.ts'

interface FinishOptions {
  readonly tone?: (tone: Int16Array) => void
  readonly soft?: (halfIndex: number) => number
  readonly grain?: number
  readonly bits?: number
}

const NO_GRADE = {
  exposure: 0,
  contrast: 0,
  saturation: 0,
  warmth: 0,
  tint: 0,
  fade: 0,
  shadows: [0, 0, 0],
  highlights: [0, 0, 0],
} as const

/** Applies the kernel's finishing pass to a noise picture. Without `tone` or `soft` the kernel skips that step. */
async function finishWithKernel(width: number, height: number, { tone: setTone, soft: softOf, grain = 0, bits = 3 }: FinishOptions) {
  const pixels = Uint8Array.from(noisePicture(width, height, 3).data)
  const [columns, rows] = [((width - 1) >> bits) + 2, ((height - 1) >> bits) + 2]
  const softPlane = Int16Array.from({ length: columns * rows * SOFT_HALVES }, (_, i) => softOf?.(i % SOFT_HALVES) ?? 0)
  const tone = new Int16Array(TONE_HALVES)
  writeTone(tone, NO_GRADE, 0)
  setTone?.(tone)
  const noise = noiseTile(5, 0.5)
  const kernel = await createKernel()
  const [pixelsAt, toneAt] = [kernel.allocate(pixels.length), kernel.allocate(TONE_HALVES * 2)]
  const [softAt, noiseAt] = [kernel.allocate(softPlane.byteLength), kernel.allocate(NOISE_BYTES)]
  const rowAt = kernel.allocate((width + 8) * ROW_BYTES)
  kernel.bytes(pixelsAt, pixels.length).set(pixels)
  kernel.halves(toneAt, TONE_HALVES).set(tone)
  kernel.halves(softAt, softPlane.length).set(softPlane)
  kernel.bytes(noiseAt, NOISE_BYTES).set(new Uint8Array(noise.buffer))
  kernel.finish(pixelsAt, width, height, rowAt, setTone ? toneAt : 0, softOf ? softAt : 0, columns, bits, noiseAt, 201, 77, grain)
  const expected = finishReference({
    pixels,
    width,
    tone,
    soft: softOf ? softPlane : null,
    columns,
    cell: 1 << bits,
    noise,
    noiseX: 201,
    noiseY: 77,
    grain,
  })
  return { pixels, expected, output: Uint8Array.from(kernel.bytes(pixelsAt, pixels.length)) }
}

function withOpaqueAlpha(pixels: Uint8Array): Uint8Array {
  return pixels.map((byte, index) => (index % 4 === 3 ? 255 : byte))
}

const GRADE = { exposure: 0.3, contrast: 0.5, saturation: 0.4, warmth: 0.5, tint: -0.3, fade: 0.4 }
const TINTED_GRADE = { ...GRADE, shadows: [0.2, -0.4, 0.5], highlights: [-0.3, 0.6, 0.1] } as const

function randomSoft(seed: number): (halfIndex: number) => number {
  const random = makeRandom(seed)
  return (halfIndex) => Math.floor(random() * (halfIndex < 4 ? 32_767 : 16_000))
}

const writeTintedTone = (tone: Int16Array) => writeTone(tone, TINTED_GRADE, 0.5)

test.each([
  { width: 64, height: 20, bits: 3 },
  { width: 70, height: 21, bits: 3 },
  { width: 90, height: 39, bits: 4 },
  { width: 78, height: 9, bits: 5 },
  { width: 2, height: 1, bits: 4 },
])('grade, soft light each $bits bits and grain of $width x $height are plain arithmetic to the bit', async ({ width, height, bits }) => {
  const { output, expected } = await finishWithKernel(width, height, { tone: writeTintedTone, soft: randomSoft(width), grain: 2560, bits })
  expect(output).toEqual(expected)
})

test.each([
  { name: 'grade', setting: { tone: writeTintedTone } },
  { name: 'soft light', setting: { soft: randomSoft(2) } },
  { name: 'grain', setting: { grain: 4000 } },
])('$name alone is plain arithmetic to the bit', async ({ setting }) => {
  const { output, expected, pixels } = await finishWithKernel(70, 21, setting)
  expect(output).toEqual(expected)
  expect(output).not.toEqual(withOpaqueAlpha(pixels))
})

test('values beyond black and white stay at the ends', async () => {
  const random = makeRandom(4)
  const wildValues = Array.from({ length: TONE_HALVES }, () => Math.floor(random() * 65_000) - 32_500)
  const { output, expected } = await finishWithKernel(70, 9, {
    tone: (tone) => tone.set(wildValues),
    soft: (halfIndex) => (halfIndex < 4 ? 32_767 : 32_000),
  })
  expect(output).toEqual(expected)
})

test('a grade without change, neutral soft light and no grain leave the frame as it is', async () => {
  const { output, pixels } = await finishWithKernel(70, 21, {
    tone: (tone) => writeTone(tone, NO_GRADE, 0),
    soft: (halfIndex) => (halfIndex < 4 ? 16_384 : 0),
  })
  expect(output).toEqual(withOpaqueAlpha(pixels))
})
