import * as media from 'mediabunny'
import type { ClipFacts } from '#shared/contract/media-contract.ts'
import { FRAMES_PER_SECOND } from '#shared/domain/generation-options.ts'
import type { MediaProblemCode } from '#shared/device-problem.ts'
import type { Size } from '#shared/domain/media-limits.ts'

/** An expected failure inside the worker; the worker's answer returns it as a value. */
export class MediaFailure extends Error {
  readonly code: MediaProblemCode

  constructor(code: MediaProblemCode, cause?: unknown) {
    super(cause instanceof Error ? cause.message : code, { cause })
    this.code = code
  }
}

/** An opened video with frames at the output rate. */
export interface Clip extends ClipFacts {
  /** The time of the video's first frame, on the clock of its sound. */
  readonly startS: number
  readonly sound: media.InputAudioTrack | null
  readonly colorSpace: VideoColorSpaceInit
  /** Frames as I420, in order; each is valid until the next one is read. */
  read(from: number, to: number): AsyncGenerator<Uint8Array<ArrayBuffer>, void>
  /** Single frames, in rising order; frames in between are skipped. */
  pick(frames: Iterable<number>): AsyncGenerator<Uint8Array<ArrayBuffer>, void>
  close(): void
}

const VIDEO_FORMATS = [media.MP4, media.QTFF, media.WEBM]

/**
 * Opens a video file. Throws a `MediaFailure` if it cannot be decoded here. `sound` replaces the sound in the file: a WAV file, or null for
 * silence.
 */
export async function openClip(file: Blob, sound?: Blob | null): Promise<Clip> {
  const input = new media.Input({ formats: VIDEO_FORMATS, source: new media.BlobSource(file) })
  const track = await orFailure('media_unreadable', () => input.getPrimaryVideoTrack())
  if (track === null) throw new MediaFailure('media_unreadable', new Error('no video track'))
  if (!(await track.canDecode())) throw new MediaFailure('media_unsupported', new Error(String(await track.getCodec())))
  const videoTrack = track
  const facts = await orFailure('media_unreadable', () => factsOf(input, videoTrack))
  const soundInput = sound ? new media.Input({ formats: [media.WAVE], source: new media.BlobSource(sound) }) : null
  const soundOverride = sound === undefined ? {} : { sound: (await soundInput?.getPrimaryAudioTrack()) ?? null }
  const size = { width: facts.width, height: facts.height }

  async function* pick(frames: Iterable<number>): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
    const frame = new Uint8Array((size.width * size.height * 3) / 2)
    const samples = new media.VideoSampleSink(videoTrack).samplesAtTimestamps(timesOf(frames, facts.startS))
    let hasFrame = false
    try {
      for (;;) {
        const { done, value } = await orFailure('media_unreadable', () => samples.next())
        if (done === true) return
        if (value === null && !hasFrame) throw new MediaFailure('media_unreadable', new Error('no first frame'))
        // If a frame at the end of the file is missing, the previous frame is repeated.
        if (value !== null) await copyFrame(value, frame, size)
        hasFrame = true
        yield frame
      }
    } finally {
      await samples.return()
    }
  }

  return {
    ...facts,
    ...soundOverride,
    read: (from, to) => pick(frameRange(from, to)),
    pick,
    close() {
      input.dispose()
      soundInput?.dispose()
    },
  }
}

async function factsOf(input: media.Input, track: media.InputVideoTrack): Promise<Omit<Clip, 'read' | 'pick' | 'close'>> {
  const startS = await track.getFirstTimestamp()
  const sound = await input.getPrimaryAudioTrack()
  return {
    startS,
    width: Math.floor((await track.getDisplayWidth()) / 2) * 2,
    height: Math.floor((await track.getDisplayHeight()) / 2) * 2,
    frames: Math.max(1, Math.round(((await track.computeDuration()) - startS) * FRAMES_PER_SECOND)),
    hasSound: sound !== null,
    sound,
    colorSpace: await track.getColorSpace(),
  }
}

function* frameRange(from: number, to: number): Generator<number> {
  for (let frame = from; frame < to; frame += 1) yield frame
}

/** The time of the middle of each frame. A time at a frame's edge could be rounded to the next frame. */
function* timesOf(frames: Iterable<number>, startS: number): Generator<number> {
  for (const frame of frames) yield startS + (frame + 0.5) / FRAMES_PER_SECOND
}

/** Writes a decoded frame as I420 and closes it. */
async function copyFrame(sample: media.VideoSample, target: Uint8Array<ArrayBuffer>, size: Size): Promise<void> {
  const { visibleRect, rotation, format } = sample
  const isUpright = rotation === 0 && !sample.flip && visibleRect.width === size.width && visibleRect.height === size.height
  try {
    if (isUpright && format === 'I420') {
      await sample.copyTo(target)
    } else if (isUpright && format === 'NV12') {
      const data = new Uint8Array(sample.allocationSize())
      fromNv12(data, await sample.copyTo(data), target, size)
    } else {
      const context = new OffscreenCanvas(size.width, size.height).getContext('2d', { willReadFrequently: true })
      if (context === null) throw new Error('There is no canvas to draw on.')
      sample.draw(context, 0, 0)
      fromRgba(context.getImageData(0, 0, size.width, size.height).data, target, size)
    }
  } finally {
    sample.close()
  }
}

async function orFailure<T>(code: MediaProblemCode, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new MediaFailure(code, error)
  }
}

/** Converts an NV12 frame, as hardware decoders return it. NV12 has one luma plane, and one plane with alternating blue and red values. */
export function fromNv12(source: Uint8Array, [luma, colour]: readonly PlaneLayout[], target: Uint8Array, { width, height }: Size): void {
  if (luma === undefined || colour === undefined) throw new Error('An NV12 frame has two planes.')
  const blueAt = width * height
  const redAt = blueAt + blueAt / 4
  for (let row = 0; row < height; row += 1) {
    const start = luma.offset + row * luma.stride
    target.set(source.subarray(start, start + width), row * width)
  }
  for (let row = 0; row < height / 2; row += 1) {
    for (let column = 0; column < width / 2; column += 1) {
      const at = colour.offset + row * colour.stride + 2 * column
      const colourIndex = (row * width) / 2 + column
      target[blueAt + colourIndex] = source[at] ?? 0
      target[redAt + colourIndex] = source[at + 1] ?? 0
    }
  }
}

/** Converts RGBA to I420 in Rec. 709, limited range. The colour of four pixels is that of the upper left one. */
export function fromRgba(source: Uint8ClampedArray, target: Uint8Array, { width, height }: Size): void {
  const blueAt = width * height
  const redAt = blueAt + blueAt / 4
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const at = (row * width + column) * 4
      const [r, g, b] = [source[at] ?? 0, source[at + 1] ?? 0, source[at + 2] ?? 0]
      target[row * width + column] = 16.5 + 0.1826 * r + 0.6142 * g + 0.062 * b
      if (row % 2 === 1 || column % 2 === 1) continue
      const colourIndex = (row * width) / 4 + column / 2
      target[blueAt + colourIndex] = 128.5 - 0.1006 * r - 0.3386 * g + 0.4392 * b
      target[redAt + colourIndex] = 128.5 + 0.4392 * r - 0.3989 * g - 0.0403 * b
    }
  }
}
