import {
  ALL_FORMATS,
  AudioSampleSink,
  BlobSource,
  CanvasSink,
  EncodedPacketSink,
  Input,
  type VideoSample,
  VideoSampleSink,
} from 'mediabunny'
import { commands } from 'vitest/browser'
import { can } from '#shared/browser/capabilities.ts'
import type { LandscapeVideo } from '../../fixtures/make-landscape-video.ts'
import type { MarkedVideo } from '../../fixtures/make-marked-video.ts'

interface Size {
  readonly width: number
  readonly height: number
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    makeMarkedVideo(video: MarkedVideo): Promise<string>
    makeLandscapeVideo(video: LandscapeVideo): Promise<string>
  }
}

export const isApple = navigator.vendor === 'Apple Computer, Inc.'

const BANDS = 8
const BRIGHT_ABOVE = 125

export async function markedVideo(video: MarkedVideo): Promise<Blob> {
  return videoOf(await commands.makeMarkedVideo(video))
}

export async function landscapeVideo(video: LandscapeVideo): Promise<Blob> {
  return videoOf(await commands.makeLandscapeVideo(video))
}

function videoOf(base64: string): Blob {
  return new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], { type: 'video/mp4' })
}

/** Each displayed frame of a video: its middle part of the size `part`, reduced to `size`. */
export async function shownPictures(file: Blob, part: Size, size: Size): Promise<readonly Uint8ClampedArray[]> {
  const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(file) })
  const track = (await input.getPrimaryVideoTrack())!
  const context = new OffscreenCanvas(size.width, size.height).getContext('2d', { willReadFrequently: true })!
  context.imageSmoothingQuality = 'high'
  const pictures: Uint8ClampedArray[] = []
  const canvas = new OffscreenCanvas(await track.getDisplayWidth(), await track.getDisplayHeight())
  const [x, y] = [(canvas.width - part.width) / 2, (canvas.height - part.height) / 2]
  for await (const sample of new VideoSampleSink(track).samples()) {
    await drawFrame(sample, canvas)
    sample.close()
    context.drawImage(canvas, x, y, part.width, part.height, 0, 0, size.width, size.height)
    pictures.push(context.getImageData(0, 0, size.width, size.height).data)
  }
  input.dispose()
  return pictures
}

/** WebKitGTK 2.50 draws a frame up to 3 of 255 too dark, so its colours are computed from the planes, as Rec. 709. */
async function drawFrame(sample: VideoSample, canvas: OffscreenCanvas): Promise<void> {
  const context = canvas.getContext('2d')!
  if (!isApple) return sample.draw(context, 0, 0)
  const { width, height } = canvas
  const data = new Uint8Array(sample.allocationSize())
  const planes = await sample.copyTo(data)
  if (sample.format !== 'I420') throw new Error(`The frame is ${sample.format}.`)
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255)
  const valueAt = (plane: number, column: number, row: number) => data[planes[plane]!.offset + row * planes[plane]!.stride + column]!
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const luma = (valueAt(0, column, row) - 16) * (255 / 219)
      const [blue, red] = [1, 2].map((plane) => (valueAt(plane, column >> 1, row >> 1) - 128) * (255 / 224))
      pixels.set([luma + 1.5748 * red!, luma - 0.1873 * blue! - 0.4681 * red!, luma + 1.8556 * blue!], (row * width + column) * 4)
    }
  }
  context.putImageData(new ImageData(pixels, width, height), 0, 0)
}

export interface ReadVideo {
  readonly width: number
  readonly height: number
  readonly codec: string | null
  /** The length of the file in frames (24 a second), not rounded. */
  readonly fileFrames: number
  /** The start of each frame, in frames. */
  readonly times: readonly number[]
  /** The number that the bands of each frame encode. */
  readonly numbers: readonly number[]
  /** The brightness of the bottom band of each frame. */
  readonly brightness: readonly number[]
  /** The third of the marked video that the middle of the picture shows. */
  readonly third: 'left' | 'middle' | 'right'
  readonly keyFrames: number
  /** The number of frames with a wrong key frame flag. */
  readonly wronglyMarked: number
  readonly boxes: readonly string[]
}

/** Decodes a video with mediabunny instead of a media element. `bands`: the first marked band in the picture, and the number of bands. */
export async function readVideo(file: Blob, bands = { first: 0, count: BANDS }): Promise<ReadVideo> {
  const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(file) })
  const track = (await input.getPrimaryVideoTrack())!
  const times: number[] = []
  let keyFrames = 0
  let wronglyMarked = 0
  for await (const packet of new EncodedPacketSink(track).packets()) {
    times.push(packet.timestamp * 24)
    const type = await track.determinePacketType(packet)
    if (type === 'key') keyFrames += 1
    if (type !== packet.type) wronglyMarked += 1
  }
  const numbers: number[] = []
  const brightness: number[] = []
  let third: ReadVideo['third'] = 'middle'
  for await (const { canvas } of new CanvasSink(track, { poolSize: 2 }).canvases()) {
    const bandValues = readBands(canvas as OffscreenCanvas, bands.count)
    numbers.push(bandValues.reduce((sum, { luma }, index) => sum + (luma > BRIGHT_ABOVE ? 1 << (index + bands.first) : 0), 0))
    brightness.push(bandValues.at(-1).luma)
    if (numbers.length === 1) third = bandValues[0]!.third
  }
  const fileFrames = (await input.computeDuration()) * 24
  const codec = await track.getCodecParameterString()
  const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()]
  input.dispose()
  return {
    width,
    height,
    codec,
    fileFrames,
    times: times.toSorted((a, b) => a - b),
    numbers,
    brightness,
    third,
    keyFrames,
    wronglyMarked,
    boxes: await boxesOf(file),
  }
}

/** The number that the bands of a drawn frame encode in binary. */
export function numberOf(canvas: OffscreenCanvas): number {
  return readBands(canvas, BANDS).reduce((sum, { luma }, index) => sum + (luma > BRIGHT_ABOVE ? 1 << index : 0), 0)
}

function readBands(canvas: OffscreenCanvas, count: number) {
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  return Array.from({ length: count }, (_, band) => {
    const [red = 0, green = 0, blue = 0] = context.getImageData(
      canvas.width / 2,
      Math.floor(((band + 0.5) * canvas.height) / count),
      1,
      1,
    ).data
    const third = red > green + 20 ? 'left' : blue > green + 20 ? 'right' : 'middle'
    return { luma: 0.2126 * red + 0.7152 * green + 0.0722 * blue, third } as const
  })
}

/** The types of the top-level boxes of an MP4 file, in order. */
async function boxesOf(file: Blob): Promise<readonly string[]> {
  const view = new DataView(await file.arrayBuffer())
  const boxes: string[] = []
  for (let at = 0; at + 8 <= view.byteLength; at += view.getUint32(at)) {
    boxes.push(String.fromCharCode(...[4, 5, 6, 7].map((index) => view.getUint8(at + index))))
  }
  return boxes
}

export interface ReadSound {
  readonly seconds: number
  readonly samples: Float32Array
  readonly rate: number
}

/** The samples of the first sound channel; null without sound. */
export async function readSound(file: Blob): Promise<ReadSound | null> {
  const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(file) })
  const track = await input.getPrimaryAudioTrack()
  if (track === null) return null
  const rate = await track.getSampleRate()
  const seconds = await track.computeDuration()
  const samples = new Float32Array(Math.round(seconds * rate))
  if (!can('decodeAudio')) {
    const decoded = await new OfflineAudioContext(2, 1, rate).decodeAudioData(await file.arrayBuffer())
    samples.set(decoded.getChannelData(0).subarray(0, samples.length))
    input.dispose()
    return { seconds, samples, rate }
  }
  for await (const sample of new AudioSampleSink(track).samples()) {
    const data = new Float32Array(sample.numberOfFrames)
    sample.copyTo(data, { planeIndex: 0, format: 'f32-planar' })
    const at = Math.round(sample.timestamp * rate)
    for (const [index, value] of data.entries()) if (at + index >= 0 && at + index < samples.length) samples[at + index] = value
    sample.close()
  }
  input.dispose()
  return { seconds, samples, rate }
}

/** The frequency of the tone between two times, computed from its zero crossings. */
export function hertzAt({ samples, rate }: ReadSound, fromS: number, toS: number): number {
  const piece = samples.subarray(Math.round(fromS * rate), Math.round(toS * rate))
  let zeroCrossings = 0
  for (let at = 1; at < piece.length; at += 1) if (piece[at - 1]! < 0 !== piece[at]! < 0) zeroCrossings += 1
  return zeroCrossings / 2 / (toS - fromS)
}

export function loudnessAt({ samples, rate }: ReadSound, fromS: number, toS: number): number {
  const piece = samples.subarray(Math.round(fromS * rate), Math.round(toS * rate))
  return Math.sqrt(piece.reduce((sum, value) => sum + value * value, 0) / piece.length)
}
