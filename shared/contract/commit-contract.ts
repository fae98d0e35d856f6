import type { Duration, Resolution } from '#shared/domain/generation-options.ts'
import type { BizType } from '#shared/domain/task.ts'
import type { MotionControls } from '#motion/controls/motion-controls.ts'

/** The settings of a commit, without its pictures. Older records lack the seed and the effect. */
export interface GenerationSettings {
  readonly modelName: string
  readonly prompt: string
  readonly duration: Duration
  readonly resolution: Resolution
  readonly videoNum: 1 | 2 | 3 | 4
  readonly imageFidelity: number
  /** The seed of the sketch, which the video also uses. Without it the server chooses one. */
  readonly seed?: number | undefined
  /** Whether the form uses the same seed again after a commit. */
  readonly isSeedKept?: boolean | undefined
  /** The manual controls; they override the prompt. */
  readonly controls?: MotionControls | undefined
  /** While the engine of the model is unreachable, another suitable model may render the video for at most the same points. */
  readonly mayMove?: boolean | undefined
  /** For TEMPLATE: the effect, its name when the user chose it, and whether it has a soundtrack. */
  readonly templateId?: string | undefined
  readonly templateName?: string | undefined
  readonly aiMusic?: 0 | 1 | undefined
  /** The user's earlier video that the new video extends. This device joins both when the new video is done. */
  readonly extends?: ExtendedVideo | undefined
  /** The user's own music. This device adds the music when the video is done. */
  readonly ownMusic?: ChosenMusic | undefined
}

export interface ChosenMusic {
  /** The id of the file on this device. */
  readonly id: string
  readonly name: string
  /** The volume of the music, 0 to 1. */
  readonly volume: number
}

export interface ExtendedVideo {
  readonly id: string
  readonly title: string
}

/** A picture from the image worker: upright, compressed, hashed. */
export interface PreparedPicture {
  readonly blob: Blob
  readonly name: string
  readonly sha256: string
  readonly width: number
  readonly height: number
}

/** A commit before it is sent; its bizType selects the call. The page creates its id, which is the idempotency key. */
export interface CommitIntent {
  readonly id: string
  readonly bizType: BizType
  readonly settings: GenerationSettings
  readonly picture: PreparedPicture
  /** The last picture of a HEAD_TAIL. */
  readonly lastPicture?: PreparedPicture | undefined
  /** The price on the button, in points; the server rejects a higher one. */
  readonly priceCeiling: number
}

/** The fields that the user can change until the commit is sent. */
export type CommitEdit = Pick<CommitIntent, 'settings' | 'priceCeiling'>

/** The role of a picture in a commit; only a HEAD_TAIL has a last picture. */
export type PictureRole = 'first' | 'last'
