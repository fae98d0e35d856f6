import { type OutputRatio, OUTPUT_RATIOS } from '#motion/controls/motion-controls.ts'
import { FRAMES_PER_SECOND } from './generation-options.ts'
import type { Rect, Size } from './media-limits.ts'

/** The fewest frames that a trim leaves of a video; a shorter video stays whole. */
export const MIN_TRIM_FRAMES = 6
/** The longest result, in frames: two minutes. */
export const MAX_EDIT_FRAMES = 2880
/** The maximum number of videos in one result. */
export const MAX_JOINED_VIDEOS = 6
/** The length of the cross-fade of a loop, in frames: the video's last frames fade into its first ones. At most a third of the video. */
export const CROSS_FADE_FRAMES = 12
/** The memory limit for the decoded frames of a run that plays backward, in bytes; a longer run is decoded in pieces. */
export const BACKWARD_BUFFER_BYTES = 64 * 1024 * 1024
/** Frames per second of a GIF or an animated WebP. */
export const ANIMATION_FRAMES_PER_SECOND = 12
/** A GIF or an animated WebP shows every n-th frame of its video; this is n. */
export const ANIMATION_STEP = FRAMES_PER_SECOND / ANIMATION_FRAMES_PER_SECOND
/** The largest longer side of a GIF or an animated WebP, in px. */
export const ANIMATION_SIDE_PX = 480
/** The memory limit for the pictures of one scene of a GIF, in bytes. They share a palette; a longer scene has several palettes. */
export const GIF_SCENE_BYTES = 64 * 1024 * 1024
/** The number of pictures that are encoded to estimate the size of an animation. */
export const ESTIMATE_PICTURES = 10
/** The debounce time of editor settings before the size of an animation is estimated, in ms. */
export const ESTIMATE_DELAY_MS = 400
/** WebP quality of an animation's frames. */
export const ANIMATION_QUALITY = 0.8
/** JPEG quality of a still. */
export const STILL_QUALITY = 0.92
/** Bits of an encoded video per pixel: enough for several generations of edits. */
export const BITS_PER_EDITED_PIXEL = 0.2
/** The distance of key frames in an edited video, in seconds. */
export const EDIT_KEY_FRAME_S = 2
/** Bits per second of an edited video's sound. */
export const EDIT_SOUND_BITS = 128_000
/** The default volume of the user's own music. */
export const MUSIC_VOLUME = 0.8
/** The step of the volume control for the user's own music. */
export const MUSIC_VOLUME_STEP = 0.05
/** The longest fade of the user's own music, in seconds. */
export const MAX_MUSIC_FADE_S = 5
/** The default fade of the user's own music, in seconds. */
export const MUSIC_FADE_S = 1
/** The fade at each cut of a video's own sound, in seconds; prevents a click. */
export const CUT_FADE_S = 0.005
/** The largest music file, in bytes. */
export const MAX_MUSIC_BYTES = 100 * 1024 * 1024
/** The duration of the toast for a video finished on this device, in ms. The toast is the shortest way to the video. */
export const FINISHED_NOTICE_MS = 20_000
/** The number of times that this device tries to finish a video before it leaves the work to the user. */
export const MAX_FINISH_TRIES = 3
/** How long this device stores a music file that was chosen for a video, in ms. */
export const MUSIC_RETENTION_MS = 30 * 24 * 60 * 60 * 1000
/** The idle time before a media worker is ended, in ms. */
export const MEDIA_IDLE_MS = 20_000
/** A repeated call to the media worker fails after this time without progress, in ms. */
export const MEDIA_SILENCE_MS = 60_000
/** A call to the media worker is repeated once, in a new worker, after this time without progress, in ms. */
export const MEDIA_RETRY_MS = 25_000

/** The ratios to which the editor crops a video; `own` is the video's own ratio. */
export type EditRatio = 'own' | OutputRatio
export const EDIT_RATIOS: readonly EditRatio[] = ['own', ...(Object.keys(OUTPUT_RATIOS) as OutputRatio[])]

/** The loops of a result: none, forward and back, or the end faded into the beginning. */
export const LOOP_KINDS = ['none', 'thereAndBack', 'crossFade'] as const
export type LoopKind = (typeof LOOP_KINDS)[number]

/** Frames from `from` up to `to`, exclusive. */
export interface FrameRange {
  readonly from: number
  readonly to: number
}

/** Consecutive frames of the trimmed video, in a result. */
export interface FrameSpan extends FrameRange {
  readonly isBackward: boolean
  /** The first frame of an equally long run that this run fades into; null without a fade. */
  readonly fadesTo: number | null
}

/**
 * The runs of frames that form the result of a trimmed video with this many frames. In a loop, the first frame follows the last one without
 * a jump, and no frame is shown twice in a row.
 */
export function planSpans(frames: number, loop: LoopKind): readonly FrameSpan[] {
  const span = (from: number, to: number, overrides: Partial<FrameSpan> = {}): FrameSpan => ({
    from,
    to,
    isBackward: false,
    fadesTo: null,
    ...overrides,
  })
  if (loop === 'thereAndBack') return [span(0, frames), span(1, frames - 1, { isBackward: true })].filter(({ from, to }) => to > from)
  const fadeFrames = Math.min(CROSS_FADE_FRAMES, Math.floor(frames / 3))
  if (loop === 'none' || fadeFrames === 0) return [span(0, frames)]
  return [span(fadeFrames, frames - fadeFrames), span(frames - fadeFrames, frames, { fadesTo: 0 })]
}

/** The length of the result of a trimmed video with this many frames, in frames. */
export function resultFrames(frames: number, loop: LoopKind): number {
  return planSpans(frames, loop).reduce((sum, { from, to }) => sum + to - from, 0)
}

/** A trim within a video after a change of one end. The other end stays fixed, and the trim has at least `MIN_TRIM_FRAMES`. */
export function moveTrim(trim: FrameRange, end: 'from' | 'to', frame: number, frames: number): FrameRange {
  const minFrames = Math.min(MIN_TRIM_FRAMES, frames)
  if (end === 'from') return { ...trim, from: Math.max(0, Math.min(Math.round(frame), trim.to - minFrames)) }
  return { ...trim, to: Math.min(frames, Math.max(Math.round(frame), trim.from + minFrames)) }
}

/** The largest part of a picture with a ratio, in even px. `at`: the position along the cut side, 0 to 1. */
export function ratioPart({ width, height }: Size, ratio: EditRatio | Size, at = 0.5): Rect {
  const wantedSize = typeof ratio === 'string' ? sizeOf(ratio, { width, height }) : ratio
  const isWider = width * wantedSize.height > height * wantedSize.width
  const partWidth = isWider ? evenNear((height * wantedSize.width) / wantedSize.height, width) : evenBelow(width)
  const partHeight = isWider ? evenBelow(height) : evenNear((width * wantedSize.height) / wantedSize.width, height)
  return {
    x: evenBelow((width - partWidth) * at),
    y: evenBelow((height - partHeight) * at),
    width: partWidth,
    height: partHeight,
  }
}

function sizeOf(ratio: EditRatio, ownSize: Size): Size {
  const [width, height] = ratio.split(':').map(Number)
  return width === undefined || height === undefined ? ownSize : { width, height }
}

function evenBelow(px: number): number {
  return Math.max(0, Math.floor(px / 2) * 2)
}

function evenNear(px: number, maxPx: number): number {
  return Math.max(2, Math.min(evenBelow(maxPx), Math.round(px / 2) * 2))
}

/** The size in px of a GIF or an animated WebP whose video has this size. */
export function animationSize({ width, height }: Size): Size {
  const scale = Math.min(1, ANIMATION_SIDE_PX / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** The display time of each picture of an animation, in ticks. The sum equals the length of the video, rounded once to a tick. */
export function animationDelays(frames: number, ticksPerSecond: number): readonly number[] {
  const tickAt = (frame: number) => Math.round((Math.min(frame, frames) / FRAMES_PER_SECOND) * ticksPerSecond)
  return Array.from(
    { length: Math.ceil(frames / ANIMATION_STEP) },
    (_, index) => tickAt((index + 1) * ANIMATION_STEP) - tickAt(index * ANIMATION_STEP),
  )
}

/**
 * The sampled frames for the estimate of an animation: all frames of a short one, otherwise pairs of neighbours. Pairs are needed because a
 * GIF stores only the change from one picture to the next.
 */
export function estimateFrames(frames: number): readonly number[] {
  const pictureCount = Math.ceil(frames / ANIMATION_STEP)
  const sampleCount = Math.min(pictureCount, ESTIMATE_PICTURES)
  if (sampleCount === pictureCount) return Array.from({ length: sampleCount }, (_, index) => index * ANIMATION_STEP)
  const pairCount = sampleCount / 2
  return Array.from({ length: sampleCount }, (_, index) => {
    const firstPicture = Math.floor((Math.floor(index / 2) * (pictureCount - 2)) / (pairCount - 1))
    return (firstPicture + (index % 2)) * ANIMATION_STEP
  })
}

/** A position in a video as minutes, seconds and hundredths; each frame has a unique time. */
export function timecode(frame: number): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  const seconds = Math.floor(frame / FRAMES_PER_SECOND)
  return `${Math.floor(seconds / 60)}:${twoDigits(seconds % 60)}.${twoDigits(Math.round(((frame % FRAMES_PER_SECOND) * 100) / FRAMES_PER_SECOND))}`
}
