import { GIF_SCENE_BYTES } from '#shared/domain/editing-rules.ts'
import type { Size } from '#shared/domain/media-limits.ts'
import { createDither } from './dither.ts'
import type { Pixels } from './frame-pixels.ts'

/** A GIF that repeats endlessly. */
export interface GifWriter {
  add(pixels: Pixels, delayMs: number): void
  writtenBytes(): number
  finish(): Uint8Array<ArrayBuffer>
}

interface Picture {
  readonly pixels: Pixels
  readonly delayMs: number
}

const COLOUR_COUNT = 256
/** The index of a pixel with the same colour as in the previous picture. */
const TRANSPARENT_INDEX = COLOUR_COUNT - 1
/** The next picture is drawn over this one. */
const DO_NOT_DISPOSE = 1
/** The maximum number of pixels of a scene from which its palette is computed. */
const PALETTE_PIXELS = 1 << 18
/** The mean difference of two pictures, 0 to 255, above which the second one starts a scene. */
const CUT_DIFFERENCE = 28
/** Of both pictures, every CUT_STEP-th pixel is compared to find a cut. */
const CUT_STEP = 61

/** Opens a GIF with one palette per scene. `onPicture` is called for each written picture; a scene is written when it ends. */
export async function openGif(size: Size, onPicture: () => void): Promise<GifWriter> {
  const { GIFEncoder, quantize } = await import('gifenc')
  const gif = GIFEncoder()
  const maxScenePictures = Math.max(1, Math.floor(GIF_SCENE_BYTES / (size.width * size.height * 4)))
  let scene: Picture[] = []
  let isFirstScene = true

  function writeScene(): void {
    if (scene.length === 0) return
    const palette = quantize(sampleScene(scene), COLOUR_COUNT - 1)
    const dither = createDither(palette, size, TRANSPARENT_INDEX)
    const fullPalette = [...palette, ...Array.from({ length: COLOUR_COUNT - palette.length }, () => [0, 0, 0])]
    for (const [index, { pixels, delayMs }] of scene.entries()) {
      // The first colour table is the file's own. It applies to each picture without a table.
      const paletteOptions = index === 0 || !isFirstScene ? { palette: fullPalette } : {}
      const overlayOptions = index === 0 ? {} : { transparent: true, transparentIndex: TRANSPARENT_INDEX }
      gif.writeFrame(dither(pixels), size.width, size.height, {
        ...paletteOptions,
        ...overlayOptions,
        delay: delayMs,
        dispose: DO_NOT_DISPOSE,
      })
      onPicture()
    }
    scene = []
    isFirstScene = false
  }

  return {
    add(pixels, delayMs) {
      const lastPicture = scene.at(-1)
      if (scene.length >= maxScenePictures || (lastPicture && isCut(lastPicture.pixels, pixels))) writeScene()
      scene.push({ pixels, delayMs })
    },
    writtenBytes: () => gif.bytesView().length,
    finish() {
      writeScene()
      gif.finish()
      return gif.bytes()
    },
  }
}

function isCut(previousPixels: Pixels, nextPixels: Pixels): boolean {
  let sum = 0
  let count = 0
  for (let at = 0; at < nextPixels.length; at += CUT_STEP * 4) {
    for (let channel = at; channel < at + 3; channel += 1) sum += Math.abs((previousPixels[channel] ?? 0) - (nextPixels[channel] ?? 0))
    count += 3
  }
  return sum / count > CUT_DIFFERENCE
}

/** Pixels from a whole scene, evenly distributed. */
function sampleScene(scene: readonly Picture[]): Uint8ClampedArray {
  const perPicture = (scene[0]?.pixels.length ?? 0) / 4
  const total = perPicture * scene.length
  const step = Math.ceil(total / PALETTE_PIXELS)
  const sample = new Uint32Array(Math.ceil(total / step))
  for (const [index, { pixels }] of scene.entries()) {
    const pixelWords = new Uint32Array(pixels.buffer)
    const pixelsBefore = index * perPicture
    for (let at = (step - (pixelsBefore % step)) % step; at < perPicture; at += step)
      sample[(pixelsBefore + at) / step] = pixelWords[at] ?? 0
  }
  return new Uint8ClampedArray(sample.buffer)
}
