import type { FrameRange, LoopKind } from '#shared/domain/editing-rules.ts'
import type { MediaProblemCode } from '#shared/device-problem.ts'
import type { Rect } from '#shared/domain/media-limits.ts'
import type { MotionPlan } from '#motion/motion-plan.ts'
import type { Result } from '#shared/result.ts'

export interface MediaProblem {
  readonly code: MediaProblemCode
  readonly detail?: string
}

/** The facts of a video that the video editor reads before it opens. */
export interface ClipFacts {
  /** The displayed size in px; both sides are even. */
  readonly width: number
  readonly height: number
  /** The video's length in frames, at the `FRAMES_PER_SECOND` of a result. */
  readonly frames: number
  readonly hasSound: boolean
}

/** The user's own music file, fitted to the length of the video. */
export interface OwnMusic {
  readonly kind: 'music'
  readonly file: Blob
  /** The volume of the music, 0 to 1. */
  readonly volume: number
  readonly fadeInS: number
  readonly fadeOutS: number
}

/** The sound of a result: the sound of the videos themselves, no sound, or the user's music. */
export type SoundChoice = { readonly kind: 'own' } | { readonly kind: 'none' } | OwnMusic

export const MEDIA_FORMATS = ['mp4', 'gif', 'webp', 'png', 'jpeg'] as const
export type MediaFormat = (typeof MEDIA_FORMATS)[number]

/** A complete description of one result; the worker stores nothing between orders. */
export interface EditOrder {
  /** The edited video, then the videos joined to it. */
  readonly clips: readonly Blob[]
  /** The sounds of the clips as WAV; null for a silent video. Absent if the worker decodes them. */
  readonly sounds?: readonly (Blob | null)[]
  /** The frames of the first video that remain. */
  readonly trim: FrameRange
  /** The crop of the first video, in even px; the other videos fill its size. */
  readonly crop: Rect
  readonly loop: LoopKind
  readonly sound: SoundChoice
  readonly format: MediaFormat
  /** The frame of the first video that a still shows; other formats ignore it. */
  readonly stillFrame: number
  /** Uses Kinora's own H.264 encoder instead of the browser's. */
  readonly usesBuiltInEncoder?: boolean
}

/** An order for a GIF or an animated WebP. */
export interface AnimationOrder extends EditOrder {
  readonly format: Extract<MediaFormat, 'gif' | 'webp'>
}

export interface MadeMedia {
  readonly blob: Blob
  readonly width: number
  readonly height: number
  /** The number of frames; 1 for a still. */
  readonly frames: number
}

/** A sketch to save: the plan of the video and its upright pictures. */
export interface SketchVideoOrder {
  readonly plan: MotionPlan
  readonly pictures: readonly Blob[]
}

/** The media worker's calls. */
export interface MediaApi {
  inspect(clip: Blob): Promise<Result<ClipFacts, MediaProblem>>
  make(order: EditOrder): Promise<Result<MadeMedia, MediaProblem>>
  /** Estimated size of an animation in bytes. */
  estimate(order: AnimationOrder): Promise<Result<number, MediaProblem>>
  /** Renders a sketch as a video with a sketch mark. */
  sketch(order: SketchVideoOrder): Promise<Result<MadeMedia, MediaProblem>>
  /** The formats that this browser can encode. */
  formats(): Promise<readonly MediaFormat[]>
}
