import type { Duration, Resolution } from '#shared/domain/generation-options.ts'
import type { BizType } from '#shared/domain/task.ts'

/** What the person asked for, beside the pictures. Records written before seeds and effects were known have none. */
export interface GenerationSettings {
  readonly modelName: string
  readonly prompt: string
  readonly duration: Duration
  readonly resolution: Resolution
  readonly videoNum: 1 | 2 | 3 | 4
  readonly imageFidelity: number
  /** What a sketch has shown: the video is made from the same one. Without it the server chooses. */
  readonly seed?: number | undefined
  /** The effect of a TEMPLATE, its name as it was shown when it was chosen, and whether it gets a soundtrack. */
  readonly templateId?: string | undefined
  readonly templateName?: string | undefined
  readonly aiMusic?: 0 | 1 | undefined
}

/** A picture that the image worker has prepared: upright, compressed, hashed. */
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
  /** Where a HEAD_TAIL ends. */
  readonly lastPicture?: PreparedPicture | undefined
  /** The points shown on the button: the server refuses a commit that has become dearer. */
  readonly priceCeiling: number
}

/** What may change as long as a commit was not sent. */
export type CommitEdit = Pick<CommitIntent, 'settings' | 'priceCeiling'>

/** Which picture of a commit; only a HEAD_TAIL has a last one. */
export type PictureRole = 'first' | 'last'
