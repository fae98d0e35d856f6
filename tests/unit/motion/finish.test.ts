import { expect, test } from 'vitest'
import { gridSize } from '#shared/motion/camera/fill-grid.ts'
import { createKernel, SOFT_HALVES, TONE_HALVES } from '#shared/motion/kernel/create-kernel.ts'
import { NOISE_BYTES, noiseTile } from '#shared/motion/look/noise-tile.ts'
import { writeTone } from '#shared/motion/look/write-tone.ts'
import { makeRandom } from '#shared/motion/random.ts'
import { finishReference } from '../../fixtures/finish-reference.ts'
import { noisePicture } from '../../fixtures/noise-picture.ts'

interface Setting {
  readonly tone: (tone: Int16Array) => void
  readonly soft: (half: number) => number
}

async function finished(width: number, height: number, { tone: setTone, soft: softOf }: Setting) {
  const pixels = Uint8Array.from(noisePicture(width, height, 3).data)
  const { columns, rows } = gridSize({ width, height })
  const soft = Int16Array.from({ length: columns * rows * SOFT_HALVES }, (_, i) => softOf(i % SOFT_HALVES))
  const tone = new Int16Array(TONE_HALVES)
  setTone(tone)
  const noise = noiseTile(5, 0.5)
  const kernel = await createKernel()
  const [pixelsAt, toneAt] = [kernel.take(pixels.length), kernel.take(TONE_HALVES * 2)]
  const [softAt, noiseAt] = [kernel.take(soft.byteLength), kernel.take(NOISE_BYTES)]
  kernel.bytes(pixelsAt, pixels.length).set(pixels)
  kernel.halves(toneAt, TONE_HALVES).set(tone)
  kernel.halves(softAt, soft.length).set(soft)
  kernel.bytes(noiseAt, NOISE_BYTES).set(new Uint8Array(noise.buffer))
  kernel.finish(pixelsAt, width, height, toneAt, softAt, columns, noiseAt, 201, 77)
  const expected = finishReference({ pixels, width, tone, soft, columns, noise, noiseX: 201, noiseY: 77 })
  return { pixels, expected, output: Uint8Array.from(kernel.bytes(pixelsAt, pixels.length)) }
}

const plainSoft = (half: number) => (half < 4 ? 16_384 : 0)

test.each([
  { width: 64, height: 20 },
  { width: 70, height: 21 },
  { width: 90, height: 9 },
  { width: 2, height: 1 },
])('grade, soft light and grain of $width x $height are plain arithmetic to the bit', async ({ width, height }) => {
  const random = makeRandom(width)
  const grade = { exposure: 0.3, contrast: 0.5, saturation: 0.4, warmth: 0.5, tint: -0.3, fade: 0.4 }
  const tinted = { ...grade, shadows: [0.2, -0.4, 0.5], highlights: [-0.3, 0.6, 0.1] } as const
  const { output, expected } = await finished(width, height, {
    tone: (tone) => writeTone(tone, tinted, 0.5, 20),
    soft: (half) => Math.floor(random() * (half < 4 ? 32_767 : 16_000)),
  })
  expect(output).toEqual(expected)
})

test('values beyond black and white stay at the ends', async () => {
  const random = makeRandom(4)
  const { output, expected } = await finished(70, 9, {
    tone: (tone) => tone.set(Array.from({ length: TONE_HALVES }, () => Math.floor(random() * 65_000) - 32_500)),
    soft: (half) => (half < 4 ? 32_767 : 32_000),
  })
  expect(output).toEqual(expected)
})

test('without grade, soft light and grain the frame stays what it is', async () => {
  const none = { exposure: 0, contrast: 0, saturation: 0, warmth: 0, tint: 0, fade: 0, shadows: [0, 0, 0], highlights: [0, 0, 0] } as const
  const { output, pixels } = await finished(70, 21, { tone: (tone) => writeTone(tone, none, 0, 0), soft: plainSoft })
  expect(output).toEqual(pixels.map((byte, index) => (index % 4 === 3 ? 255 : byte)))
})
