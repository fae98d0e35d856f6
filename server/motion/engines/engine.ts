import type { AwayReason, TaskStage, VideoParameters } from '#shared/api/generation.ts'
import type { Duration, Resolution } from '#shared/domain/generation-options.ts'
import type { BizType } from '#shared/domain/task.ts'
import type { MotionControls } from '#shared/motion/controls/motion-controls.ts'
import type { Mood } from '#shared/motion/music/music.ts'
import { findEffect } from '#shared/motion/effects/effects.ts'

/** One video to make. `take` numbers the videos of one commit, from 0. */
export interface EngineRequest {
  readonly taskId: string
  readonly bizType: BizType
  /** Of the batch; for an effect, or a model that is configured no more, none of the engine's. */
  readonly modelName: string
  readonly prompt: string
  /** The effect of a TEMPLATE, else null. */
  readonly templateId: string | null
  /** 1 adds a soundtrack to a TEMPLATE. */
  readonly aiMusic: 0 | 1
  /** What is set by hand; only what the engine's parameters name. */
  readonly controls?: MotionControls | undefined
  /** Seeds all random choices; the takes of one commit share it. */
  readonly seed: number
  /** Absolute paths of the source pictures: upright JPEG, PNG or WebP. */
  readonly imagePaths: readonly string[]
  readonly duration: Duration
  readonly resolution: Resolution
  readonly imageFidelity: number
  readonly take: number
  /** Absolute paths of the outputs: an MP4 and a JPEG poster. Both are written atomically. */
  readonly videoPath: string
  readonly posterPath: string
}

const SEED_LIMIT = 2 ** 31

/** Takes of one commit share its seed and differ by this. */
export function seedOfTake({ seed, take }: Pick<EngineRequest, 'seed' | 'take'>): number {
  return (seed + take) % SEED_LIMIT
}

export interface EngineResult {
  readonly width: number
  readonly height: number
  readonly bytes: number
  /** What the service says it charged for the video, in US dollars; undefined where it does not say. */
  readonly costUsd?: number | undefined
}

export interface EngineRun {
  readonly signal: AbortSignal
  readonly onStage: (stage: Exclude<TaskStage, 'queued'>) => void
  /** The share of the work that is done, 0 to 1; engines that measure none never call it. */
  readonly onProgress: (share: number) => void
  /** A handle stored by an earlier run, for engines with remote work. */
  readonly handle: string | null
  readonly saveHandle: (handle: string) => Promise<void>
}

/** Base path of webhooks; the engine's name follows. */
export const ENGINE_WEBHOOK_PATH = '/api/engine/webhook/'

/** Reads a webhook request of a video service: the id of the work it is about; null where it is not authentic. */
export type EngineWebhook = (headers: Headers, body: Uint8Array) => Promise<string | null>

/** Makes videos. Rejects with `EngineFailure` when this picture or prompt cannot be made; anything else is a bug. */
export interface Engine {
  readonly name: string
  /** The supported parameters; requests with others are never made. */
  readonly parameters: VideoParameters
  /** It costs nothing but time: the gallery's own videos are made by such a one. */
  readonly isFree?: boolean
  /** Present where the service sends webhooks. */
  readonly webhook?: EngineWebhook
  /** A webhook about this work has come, to whichever process. */
  readonly hearNews?: (workId: string) => void
  run(request: EngineRequest, run: EngineRun): Promise<EngineResult>
  /** Why the engine would take no order, as far as can be known without one; null where it would. */
  check?(signal: AbortSignal): Promise<AwayReason | null>
  /** Cancels the remote work of a handle that is no longer needed. */
  drop?(handle: string): Promise<void>
  close(): Promise<void>
}

/** An engine that takes no orders at the moment. */
export interface AwayEngine {
  readonly reason: AwayReason
  readonly sinceMs: number
}

/** A failure that a retry would not fix; its text is shown to the user. */
export class EngineFailure extends Error {
  override readonly name: string = 'EngineFailure'
}

/** The engine cannot take orders at the moment: unreachable, without a valid key or money. Nothing was ordered, so another may make the video. */
export class EngineAway extends EngineFailure {
  override readonly name = 'EngineAway'
  readonly reason: AwayReason

  constructor(text: string, reason: AwayReason, options?: ErrorOptions) {
    super(text, options)
    this.reason = reason
  }
}

/** The requested soundtrack, or null. Each take has a different one. */
export function musicOf({ bizType, templateId, aiMusic, controls, seed, take }: EngineRequest): { mood: Mood; seed: number } | null {
  if (bizType !== 'TEMPLATE' && controls?.music !== undefined) return { mood: controls.music, seed: seed + take }
  if (bizType !== 'TEMPLATE' || templateId === null || aiMusic === 0) return null
  const effect = findEffect(templateId)
  return effect && { mood: controls?.music ?? effect.mood, seed: seed + take }
}
