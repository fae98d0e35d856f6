import type { TaskStage, VideoParameters } from '#shared/api/generation.ts'
import type { Duration, Resolution } from '#shared/domain/generation-options.ts'
import type { BizType } from '#shared/domain/task.ts'

/** One video to make. `take` tells the videos of one commit apart, from 0. */
export interface EngineRequest {
  readonly taskId: string
  readonly bizType: BizType
  readonly prompt: string
  /** The effect of a TEMPLATE, else null. */
  readonly templateId: string | null
  /** 1 adds a soundtrack to a TEMPLATE. */
  readonly aiMusic: 0 | 1
  /** Decides all that is left open; the takes of one commit share it. */
  readonly seed: number
  /** Absolute paths of the source pictures: upright JPEG, PNG or WebP. */
  readonly imagePaths: readonly string[]
  readonly duration: Duration
  readonly resolution: Resolution
  readonly imageFidelity: number
  readonly take: number
  /** Absolute paths to write: an MP4 and a JPEG poster. Written whole or not at all. */
  readonly videoPath: string
  readonly posterPath: string
}

export interface EngineResult {
  readonly width: number
  readonly height: number
  readonly bytes: number
}

export interface EngineRun {
  readonly signal: AbortSignal
  readonly onStage: (stage: Exclude<TaskStage, 'queued'>) => void
  /** A handle that an earlier run saved, for engines that work elsewhere. */
  readonly handle: string | null
  readonly saveHandle: (handle: string) => Promise<void>
}

/** Where services bring their news; the engine's name follows. */
export const ENGINE_WEBHOOK_PATH = '/api/engine/webhook/'

/** News from a video service that work has ended, as they came. False when they were not believed, or about nothing that is waited for. */
export type EngineWebhook = (headers: Headers, body: Uint8Array) => Promise<boolean>

/** A maker of videos. Rejects with `EngineFailure` when this picture or prompt can't be made; anything else is a bug. */
export interface Engine {
  readonly name: string
  /** What it offers; nothing else is asked of it. */
  readonly parameters: VideoParameters
  /** Present where a service tells when it has finished. */
  readonly webhook?: EngineWebhook
  run(request: EngineRequest, run: EngineRun): Promise<EngineResult>
  /** Gives up work that a handle stands for and nobody will ask for again. */
  drop?(handle: string): Promise<void>
  close(): Promise<void>
}

/** A failure that trying again would not cure; the text is shown to the person. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure'
}
