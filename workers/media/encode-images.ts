import type { MediaFormat } from '#shared/contract/media-contract.ts'
import * as rules from '#shared/domain/editing-rules.ts'
import type { Size } from '#shared/domain/media-limits.ts'
import { openGif } from './encode-gif.ts'
import { type Pixels, framePixels } from './frame-pixels.ts'

/** I420 frames, and the colour space that a browser needs to show them. */
export interface ImageFrames extends Size {
  readonly colorSpace: VideoColorSpaceInit
  readonly frames: AsyncIterable<Uint8Array<ArrayBuffer>>
}

type AnimationFormat = Extract<MediaFormat, 'gif' | 'webp'>

interface AnimationWriter {
  add(pixels: Pixels, delayTicks: number): void | Promise<void>
  writtenBytes(): number
  finish(): Blob
}

const TICKS_PER_SECOND: Readonly<Record<AnimationFormat, number>> = { gif: 100, webp: 1000 }

/** Whether this browser's canvas can encode WebP; other browsers return a PNG. */
export async function canWriteWebp(): Promise<boolean> {
  const canvas = new OffscreenCanvas(1, 1)
  canvas.getContext('2d')
  return (await canvas.convertToBlob({ type: 'image/webp' })).type === 'image/webp'
}

/** The first frame as a picture. */
export async function encodeStill(
  { frames, colorSpace, ...size }: ImageFrames,
  format: Extract<MediaFormat, 'png' | 'jpeg'>,
): Promise<Blob> {
  const canvas = new OffscreenCanvas(size.width, size.height)
  for await (const frame of frames) {
    putPixels(framePixels(frame, size, colorSpace), canvas)
    break
  }
  return canvas.convertToBlob({ type: `image/${format}`, quality: rules.STILL_QUALITY })
}

/** Encodes `frameCount` frames as an endless animation, reduced in size and frame rate. `onProgress` receives the completed share, 0 to 1. */
export async function encodeAnimation(
  { frames, colorSpace, ...size }: ImageFrames,
  frameCount: number,
  format: AnimationFormat,
  onProgress: (share: number) => void,
): Promise<Size & { readonly blob: Blob }> {
  const target = rules.animationSize(size)
  const delaysTicks = rules.animationDelays(frameCount, TICKS_PER_SECOND[format])
  let index = 0
  let writtenPictures = 0
  // The progress is the mean of the shares of read frames and of written pictures. A GIF scene is written after all its frames are read.
  const reportProgress = () => onProgress((index / frameCount + writtenPictures / delaysTicks.length) / 2)
  const writer = await openWriter(format, target, () => {
    writtenPictures += 1
    reportProgress()
  })
  for await (const frame of frames) {
    const delayTicks = delaysTicks[index / rules.ANIMATION_STEP]
    index += 1
    if (delayTicks !== undefined) await writer.add(framePixels(frame, size, colorSpace, target), delayTicks)
    reportProgress()
  }
  return { blob: writer.finish(), ...target }
}

/**
 * Estimated size of an animation in bytes. `frames` has only the frames with the numbers in `pickedFrames`; `frameCount` is the number of
 * all frames.
 */
export async function estimateAnimation(
  { frames, colorSpace, ...size }: ImageFrames,
  pickedFrames: readonly number[],
  frameCount: number,
  format: AnimationFormat,
): Promise<number> {
  const target = rules.animationSize(size)
  const pictureCount = Math.ceil(frameCount / rules.ANIMATION_STEP)
  const endBytes: number[] = []
  const writer = await openWriter(format, target, () => endBytes.push(writer.writtenBytes()))
  for await (const frame of frames) await writer.add(framePixels(frame, size, colorSpace, target), 0)
  writer.finish()
  const sizes = endBytes.map((end, index) => end - (endBytes[index - 1] ?? 0))
  const followingSizes = sizes.filter(
    (_, index) => index > 0 && pickedFrames[index] === (pickedFrames[index - 1] ?? 0) + rules.ANIMATION_STEP,
  )
  const meanBytes = followingSizes.reduce((sum, bytes) => sum + bytes, 0) / Math.max(1, followingSizes.length)
  return Math.round((sizes[0] ?? 0) + (pictureCount - 1) * meanBytes)
}

function putPixels(pixels: Pixels, canvas: OffscreenCanvas): void {
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('There is no canvas to draw on.')
  context.putImageData(new ImageData(pixels, canvas.width, canvas.height), 0, 0)
}

async function openWriter(format: AnimationFormat, size: Size, onPicture: () => void): Promise<AnimationWriter> {
  if (format === 'webp') return openWebp(size, onPicture)
  const gif = await openGif(size, onPicture)
  return {
    add: (pixels, delayTicks) => gif.add(pixels, (delayTicks * 1000) / TICKS_PER_SECOND.gif),
    writtenBytes: () => gif.writtenBytes(),
    finish: () => new Blob([gif.finish()], { type: 'image/gif' }),
  }
}

const RIFF_HEAD_BYTES = 12
const CHUNK_HEAD_BYTES = 8
const ANIMATED_FLAG = 0x02
/** The next frame replaces this one, without blending. */
const NO_BLENDING = 0x02

/**
 * Writes an animated WebP file. The canvas encodes each picture as a WebP file of its own, whose image chunk is copied into the animated
 * file.
 */
function openWebp({ width, height }: Size, onPicture: () => void): AnimationWriter {
  const canvas = new OffscreenCanvas(width, height)
  const chunks: Uint8Array<ArrayBuffer>[] = [
    toChunk('VP8X', [ANIMATED_FLAG, 0, 0, 0, ...bytes24(width - 1), ...bytes24(height - 1)]),
    toChunk('ANIM', [0, 0, 0, 0, 0, 0]),
  ]
  const writtenBytes = () => chunks.reduce((sum, { length }) => sum + length, 0)
  return {
    async add(pixels, delayTicks) {
      putPixels(pixels, canvas)
      const file = await canvas.convertToBlob({ type: 'image/webp', quality: rules.ANIMATION_QUALITY })
      const picture = pictureChunks(new Uint8Array(await file.arrayBuffer()))
      const head = [...bytes24(0), ...bytes24(0), ...bytes24(width - 1), ...bytes24(height - 1), ...bytes24(delayTicks), NO_BLENDING]
      chunks.push(toChunk('ANMF', head, picture))
      onPicture()
    },
    writtenBytes,
    finish() {
      const length = writtenBytes()
      const head = new Uint8Array(RIFF_HEAD_BYTES)
      head.set(new TextEncoder().encode('RIFF'))
      new DataView(head.buffer).setUint32(4, length + 4, true)
      head.set(new TextEncoder().encode('WEBP'), 8)
      return new Blob([head, ...chunks], { type: 'image/webp' })
    },
  }
}

function toChunk(name: string, head: readonly number[], body: Uint8Array = new Uint8Array()): Uint8Array<ArrayBuffer> {
  const length = head.length + body.length
  const bytes = new Uint8Array(CHUNK_HEAD_BYTES + length + (length % 2))
  bytes.set(new TextEncoder().encode(name))
  new DataView(bytes.buffer).setUint32(4, length, true)
  bytes.set(head, CHUNK_HEAD_BYTES)
  bytes.set(body, CHUNK_HEAD_BYTES + head.length)
  return bytes
}

function bytes24(value: number): readonly number[] {
  return [value & 255, (value >> 8) & 255, value >> 16]
}

/** The image chunk (VP8 or VP8L) of a WebP file with one picture: the chunk's name, length and data. All other chunks are left out. */
function pictureChunks(file: Uint8Array<ArrayBuffer>): Uint8Array {
  const view = new DataView(file.buffer)
  for (let at = RIFF_HEAD_BYTES; at < file.length;) {
    const name = String.fromCharCode(...file.subarray(at, at + 4))
    const length = CHUNK_HEAD_BYTES + view.getUint32(at + 4, true)
    const end = at + length + (length % 2)
    if (name === 'VP8 ' || name === 'VP8L') return file.subarray(at, end)
    at = end
  }
  throw new Error('The canvas returned a WebP without an image.')
}
