import { type OutputRatio, OUTPUT_RATIOS } from '#motion/controls/motion-controls.ts'
import { FRAMES_PER_SECOND } from './generation-options.ts'
import type { Rect, Size } from './media-limits.ts'

/** The shortest part that a trim can keep, in frames. */
export const MIN_TRIM_FRAMES = 6
/** The longest result, in frames: two minutes. */
export const MAX_EDIT_FRAMES = 2880
/** The most videos that one result joins. */
export const MAX_JOINED_VIDEOS = 6
/** How many frames the end and the beginning of a cross-faded loop share; a third of the video where that is less. */
export const CROSS_FADE_FRAMES = 12
/** The most memory for decoded frames that wait to be shown backwards, in bytes; a longer way back is decoded in several pieces. */
export const BACKWARD_BUFFER_BYTES = 64 * 1024 * 1024
/** Frames per second of a GIF or an animated WebP. */
export const ANIMATION_FRAMES_PER_SECOND = 12
/** An animation shows every so many frames of its video. */
export const ANIMATION_STEP = FRAMES_PER_SECOND / ANIMATION_FRAMES_PER_SECOND
/** The longer side of a GIF or an animated WebP, in px. */
export const ANIMATION_SIDE_PX = 480
/** The most memory for the pictures of a GIF that share a palette, in bytes; a longer scene gets several palettes. */
export const GIF_SCENE_BYTES = 64 * 1024 * 1024
/** How many pictures of an animation its size is estimated from. */
export const ESTIMATE_PICTURES = 10
/** How long the choices of an editor stay the same before the size of an animation is estimated, in ms. */
export const ESTIMATE_DELAY_MS = 400
/** WebP quality of an animation's frames. */
export const ANIMATION_QUALITY = 0.8
/** JPEG quality of a still. */
export const STILL_QUALITY = 0.92
/** Bits of an encoded video per pixel: an edit of an edit still looks like the original. */
export const BITS_PER_EDITED_PIXEL = 0.2
/** The distance of key frames in an edited video, in seconds. */
export const EDIT_KEY_FRAME_S = 2
/** Bits per second of an edited video's sound. */
export const EDIT_SOUND_BITS = 128_000
/** The volume of own music before it is changed. */
export const MUSIC_VOLUME = 0.8
/** A step of the volume of own music. */
export const MUSIC_VOLUME_STEP = 0.05
/** The longest fade of own music, in seconds. */
export const MAX_MUSIC_FADE_S = 5
/** The fade of own music before it is changed, in seconds. */
export const MUSIC_FADE_S = 1
/** The fade at each cut of a video's own sound, in seconds: without it a cut clicks. */
export const CUT_FADE_S = 0.005
/** The largest music file, in bytes. */
export const MAX_MUSIC_BYTES = 100 * 1024 * 1024
/** How long the notice of a video that was finished on this device stays, in ms: its press is the shortest way to it. */
export const FINISHED_NOTICE_MS = 20_000
/** How often this device begins to finish a video before it leaves that to the person. */
export const MAX_FINISH_TRIES = 3
/** How long a music file that was chosen for a video stays on this device, in ms. */
export const MUSIC_KEPT_MS = 30 * 24 * 60 * 60 * 1000
/** How long an idle media worker keeps its memory, in ms. */
export const MEDIA_IDLE_MS = 20_000
/** A media worker that reports no progress for this long counts as stuck, in ms. */
export const MEDIA_SILENCE_MS = 60_000
/** A call that reports no progress for this long is repeated once in a fresh media worker, in ms. */
export const MEDIA_RETRY_MS = 25_000

/** The ratios that a video can be cut to. */
export type EditRatio = 'own' | OutputRatio
export const EDIT_RATIOS: readonly EditRatio[] = ['own', ...(Object.keys(OUTPUT_RATIOS) as OutputRatio[])]

/** How a result repeats: not, there and back, or with its end faded into its beginning. */
export const LOOP_KINDS = ['none', 'thereAndBack', 'crossFade'] as const
export type LoopKind = (typeof LOOP_KINDS)[number]

/** Frames from `from` up to, but without, `to`. */
export interface FrameRange {
  readonly from: number
  readonly to: number
}

/** A run of frames in a result. */
export interface FrameSpan extends FrameRange {
  readonly isBackward: boolean
  /** The first of as many frames that this run fades into; null without a fade. */
  readonly fadesTo: number | null
}

/** The runs of a result made of this many frames. The first frame follows the last one without a jump in either loop, and none stands twice in a row. */
export function planSpans(frames: number, loop: LoopKind): readonly FrameSpan[] {
  const span = (from: number, to: number, rest: Partial<FrameSpan> = {}): FrameSpan => ({
    from,
    to,
    isBackward: false,
    fadesTo: null,
    ...rest,
  })
  if (loop === 'thereAndBack') return [span(0, frames), span(1, frames - 1, { isBackward: true })].filter(({ from, to }) => to > from)
  const shared = Math.min(CROSS_FADE_FRAMES, Math.floor(frames / 3))
  if (loop === 'none' || shared === 0) return [span(0, frames)]
  return [span(shared, frames - shared), span(frames - shared, frames, { fadesTo: 0 })]
}

/** The length of a result, in frames. */
export function resultFrames(frames: number, loop: LoopKind): number {
  return planSpans(frames, loop).reduce((sum, { from, to }) => sum + to - from, 0)
}

/** A trim inside of a video, with one of its ends moved; the other end stays, and the shortest length is kept. */
export function moveTrim(trim: FrameRange, end: 'from' | 'to', frame: number, frames: number): FrameRange {
  const least = Math.min(MIN_TRIM_FRAMES, frames)
  if (end === 'from') return { ...trim, from: Math.max(0, Math.min(Math.round(frame), trim.to - least)) }
  return { ...trim, to: Math.min(frames, Math.max(Math.round(frame), trim.from + least)) }
}

/** The largest part of a picture with a ratio, in even px. `at`: its place along the side that is cut, from 0 to 1. */
export function ratioPart({ width, height }: Size, ratio: EditRatio | Size, at = 0.5): Rect {
  const wanted = typeof ratio === 'string' ? sizeOf(ratio, { width, height }) : ratio
  const isWider = width * wanted.height > height * wanted.width
  const partWidth = isWider ? evenNear((height * wanted.width) / wanted.height, width) : evenBelow(width)
  const partHeight = isWider ? evenBelow(height) : evenNear((width * wanted.height) / wanted.width, height)
  return {
    x: evenBelow((width - partWidth) * at),
    y: evenBelow((height - partHeight) * at),
    width: partWidth,
    height: partHeight,
  }
}

/** A ratio as two sides. */
function sizeOf(ratio: EditRatio, own: Size): Size {
  const [width, height] = ratio.split(':').map(Number)
  return width === undefined || height === undefined ? own : { width, height }
}

function evenBelow(px: number): number {
  return Math.max(0, Math.floor(px / 2) * 2)
}

function evenNear(px: number, most: number): number {
  return Math.max(2, Math.min(evenBelow(most), Math.round(px / 2) * 2))
}

/** The size of an animation of pictures of this size. */
export function animationSize({ width, height }: Size): Size {
  const scale = Math.min(1, ANIMATION_SIDE_PX / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** How long each picture of an animation stands, in ticks of this many per second: together exactly as long as the video, rounded to a tick once. */
export function animationDelays(frames: number, ticksPerSecond: number): readonly number[] {
  const tickAt = (frame: number) => Math.round((Math.min(frame, frames) / FRAMES_PER_SECOND) * ticksPerSecond)
  return Array.from(
    { length: Math.ceil(frames / ANIMATION_STEP) },
    (_, index) => tickAt((index + 1) * ANIMATION_STEP) - tickAt(index * ANIMATION_STEP),
  )
}

/** The frames whose pictures stand for a whole animation: all of a short one, else pairs of neighbours, because a GIF's picture holds what has changed. */
export function estimateFrames(frames: number): readonly number[] {
  const pictures = Math.ceil(frames / ANIMATION_STEP)
  const most = Math.min(pictures, ESTIMATE_PICTURES)
  if (most === pictures) return Array.from({ length: most }, (_, index) => index * ANIMATION_STEP)
  const pairs = most / 2
  return Array.from({ length: most }, (_, index) => {
    const first = Math.floor((Math.floor(index / 2) * (pictures - 2)) / (pairs - 1))
    return (first + (index % 2)) * ANIMATION_STEP
  })
}

/** A position in a video as minutes, seconds and hundredths; each frame has a time of its own. */
export function timecode(frame: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const seconds = Math.floor(frame / FRAMES_PER_SECOND)
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}.${two(Math.round(((frame % FRAMES_PER_SECOND) * 100) / FRAMES_PER_SECOND))}`
}
