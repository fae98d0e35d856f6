import type { MediaFormat } from '#shared/contract/media-contract.ts'
import * as rules from '#shared/domain/editing-rules.ts'
import { FRAMES_PER_SECOND } from '#shared/domain/generation-options.ts'
import type { Size } from '#shared/domain/media-limits.ts'

/** I420 frames, and what a browser needs to show them in their colours. */
export interface ImageFrames extends Size {
  readonly colorSpace: VideoColorSpaceInit
  readonly frames: AsyncIterable<Uint8Array<ArrayBuffer>>
}

interface AnimationWriter {
  add(canvas: OffscreenCanvas, delay: number): Promise<void>
  finish(): Blob
}

const GIF_TICKS_PER_SECOND = 100
const WEBP_TICKS_PER_SECOND = 1000
const GIF_COLOURS = 256
const STEP = FRAMES_PER_SECOND / rules.ANIMATION_FRAMES_PER_SECOND

/** Whether this browser's canvas writes WebP; others answer with a PNG. */
export async function canWriteWebp(): Promise<boolean> {
  const canvas = new OffscreenCanvas(1, 1)
  canvas.getContext('2d')
  return (await canvas.convertToBlob({ type: 'image/webp' })).type === 'image/webp'
}

/** The first frame as a picture. */
export async function encodeStill({ frames, ...size }: ImageFrames, format: Extract<MediaFormat, 'png' | 'jpeg'>): Promise<Blob> {
  const canvas = new OffscreenCanvas(size.width, size.height)
  for await (const frame of frames) {
    draw(frame, size, canvas)
    break
  }
  return canvas.convertToBlob({ type: `image/${format}`, quality: rules.STILL_QUALITY })
}

/** An animation of so many frames, reduced in size and rate, that repeats without end. */
export async function encodeAnimation(
  { frames, ...size }: ImageFrames,
  length: number,
  format: Extract<MediaFormat, 'gif' | 'webp'>,
): Promise<Size & { readonly blob: Blob }> {
  const { width, height } = rules.animationSize(size)
  const canvas = new OffscreenCanvas(width, height)
  const writer = await (format === 'gif' ? openGif() : openWebp({ width, height }))
  const delays = rules.animationDelays(length, format === 'gif' ? GIF_TICKS_PER_SECOND : WEBP_TICKS_PER_SECOND)
  let index = 0
  for await (const frame of frames) {
    if (index % STEP === 0) {
      draw(frame, size, canvas)
      await writer.add(canvas, delays[index / STEP] ?? 0)
    }
    index += 1
  }
  return { blob: writer.finish(), width, height }
}

function draw(data: Uint8Array<ArrayBuffer>, { width, height, colorSpace }: Omit<ImageFrames, 'frames'>, canvas: OffscreenCanvas): void {
  const frame = new VideoFrame(data, { format: 'I420', codedWidth: width, codedHeight: height, timestamp: 0, colorSpace })
  const context = contextOf(canvas)
  context.imageSmoothingQuality = 'high'
  context.drawImage(frame, 0, 0, canvas.width, canvas.height)
  frame.close()
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('There is no canvas to draw on.')
  return context
}

async function openGif(): Promise<AnimationWriter> {
  const { GIFEncoder, applyPalette, quantize } = await import('gifenc')
  const gif = GIFEncoder()
  return {
    async add(canvas, delay) {
      const { width, height } = canvas
      const { data } = contextOf(canvas).getImageData(0, 0, width, height)
      const palette = quantize(data, GIF_COLOURS)
      gif.writeFrame(applyPalette(data, palette), width, height, { palette, delay: (delay * 1000) / GIF_TICKS_PER_SECOND })
    },
    finish() {
      gif.finish()
      return new Blob([gif.bytes()], { type: 'image/gif' })
    },
  }
}

const RIFF_HEAD_BYTES = 12
const CHUNK_HEAD_BYTES = 8
const ANIMATED_FLAG = 0x02
/** The next frame replaces this one, without blending. */
const NO_BLENDING = 0x02

/** The canvas writes single pictures; their data is laid into one file with a head of its own. */
function openWebp({ width, height }: Size): AnimationWriter {
  const chunks: Uint8Array<ArrayBuffer>[] = [
    chunk('VP8X', [ANIMATED_FLAG, 0, 0, 0, ...bytes24(width - 1), ...bytes24(height - 1)]),
    chunk('ANIM', [0, 0, 0, 0, 0, 0]),
  ]
  return {
    async add(canvas, delay) {
      const file = await canvas.convertToBlob({ type: 'image/webp', quality: rules.ANIMATION_QUALITY })
      const picture = pictureChunks(new Uint8Array(await file.arrayBuffer()))
      const head = [...bytes24(0), ...bytes24(0), ...bytes24(width - 1), ...bytes24(height - 1), ...bytes24(delay), NO_BLENDING]
      chunks.push(chunk('ANMF', head, picture))
    },
    finish() {
      const length = chunks.reduce((sum, { length: bytes }) => sum + bytes, 0)
      const head = new Uint8Array(RIFF_HEAD_BYTES)
      head.set(new TextEncoder().encode('RIFF'))
      new DataView(head.buffer).setUint32(4, length + 4, true)
      head.set(new TextEncoder().encode('WEBP'), 8)
      return new Blob([head, ...chunks], { type: 'image/webp' })
    },
  }
}

function chunk(name: string, head: readonly number[], body: Uint8Array = new Uint8Array()): Uint8Array<ArrayBuffer> {
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

/** The picture data of a single WebP, without its head and what describes it. */
function pictureChunks(file: Uint8Array<ArrayBuffer>): Uint8Array {
  const view = new DataView(file.buffer)
  for (let at = RIFF_HEAD_BYTES; at < file.length;) {
    const name = String.fromCharCode(...file.subarray(at, at + 4))
    const length = CHUNK_HEAD_BYTES + view.getUint32(at + 4, true)
    const end = at + length + (length % 2)
    if (name === 'VP8 ' || name === 'VP8L') return file.subarray(at, end)
    at = end
  }
  throw new Error('The canvas wrote a WebP without a picture.')
}
