import type { Duration, Resolution } from '#shared/domain/generation-options.ts'
import type { BizType } from '#shared/domain/task.ts'
import type { MotionControls } from '#motion/controls/motion-controls.ts'

/** The settings of a commit, without its pictures. Records written before seeds and effects existed lack those fields. */
export interface GenerationSettings {
  readonly modelName: string
  readonly prompt: string
  readonly duration: Duration
  readonly resolution: Resolution
  readonly videoNum: 1 | 2 | 3 | 4
  readonly imageFidelity: number
  /** The seed of the sketch: the video uses the same one. Without it the server chooses. */
  readonly seed?: number | undefined
  /** The form keeps its seed after a commit. */
  readonly isSeedKept?: boolean | undefined
  /** What is set by hand, before the prompt. */
  readonly controls?: MotionControls | undefined
  /** While the engine of the model is away, another that can do the same may make it, never for more points. */
  readonly mayMove?: boolean | undefined
  /** For TEMPLATE: the effect, its name when it was chosen, and whether it gets a soundtrack. */
  readonly templateId?: string | undefined
  readonly templateName?: string | undefined
  readonly aiMusic?: 0 | 1 | undefined
  /** The own video that it goes on from: both are joined on this device once it is done. */
  readonly extends?: ExtendedVideo | undefined
  /** Music of the person's own, which is added on this device once the video is done. */
  readonly ownMusic?: ChosenMusic | undefined
}

export interface ChosenMusic {
  /** Of the file on this device. */
  readonly id: string
  readonly name: string
  /** 0 to 1. */
  readonly volume: number
}

export interface ExtendedVideo {
  readonly id: string
  readonly title: string
}

/** A picture prepared by the image worker: upright, compressed, hashed. */
export interface PreparedPicture {
  readonly blob: Blob
  readonly name: string
  readonly sha256: string
  readonly width: number
  readonly height: number
}

/** A commit before it is sent; its bizType decides the call. Its id is made by the page and is the idempotency key. */
export interface CommitIntent {
  readonly id: string
  readonly bizType: BizType
  readonly settings: GenerationSettings
  readonly picture: PreparedPicture
  /** The last picture of a HEAD_TAIL. */
  readonly lastPicture?: PreparedPicture | undefined
  /** The price on the button, in points: the server refuses a higher one. */
  readonly priceCeiling: number
}

/** The fields that can change until a commit is sent. */
export type CommitEdit = Pick<CommitIntent, 'settings' | 'priceCeiling'>

/** Which picture of a commit; only a HEAD_TAIL has a last one. */
export type PictureRole = 'first' | 'last'
