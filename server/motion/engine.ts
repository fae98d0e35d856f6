import type { AwayReason, TaskStage, VideoParameters } from '#shared/api/generation.ts'
import { type Duration, type Resolution, VIDEO_COUNTS } from '#shared/domain/generation-options.ts'
import type { BizType } from '#shared/domain/task.ts'
import type { MotionControls } from '#motion/controls/motion-controls.ts'
import type { Mood } from '#motion/music/music.ts'
import { findEffect } from '#motion/effects/effects.ts'
import { BASE_POINTS, pointsPerVideo } from '#shared/domain/video-price.ts'

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
  /** The size of the video file. */
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

declare module '#server/verbs/services.ts' {
  interface Services {
    readonly engineName: string
    /** Cancels an engine's remote work for a cancelled task, in the background. */
    readonly dropWork: (engineHandle: string) => void
    /** The offered models and their prices in points. */
    readonly parameters: VideoParameters
    /** The engine of a model, while it takes no orders. */
    readonly awayOf: (modelName: string) => AwayEngine | undefined
  }
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

/** An engine with how many videos it makes at a time. */
export interface EngineSlots {
  readonly engine: Engine
  readonly concurrency: number
}

/** The configured engines. The model of a batch names the one that makes its videos; no two have the same model. */
export interface EngineSet {
  readonly slots: readonly EngineSlots[]
  /** The models of all, in the order of the engines; the first one is the default. */
  readonly parameters: VideoParameters
  /** The engine of a model; the first one for a model that none has any more. */
  readonly engineOf: (modelName: string) => Engine
  /** What a second of a model costs at its service, in US dollars, where the configuration says. */
  readonly costs: ReadonlyMap<string, number>
}

const ALL_PRICED = `MODEL_PRICES: leave one model at the usual price, because the pages say that videos start at ${BASE_POINTS} points.`

const NOTHING_SAID: ReadonlyMap<string, number> = new Map()

/** Throws one sentence where two engines have a model in common, or prices fit no model or all of them. */
export function createEngineSet(slots: readonly EngineSlots[], prices = NOTHING_SAID, costs = NOTHING_SAID): EngineSet {
  const [first] = slots
  if (first === undefined) throw new Error('no engine is configured')
  const byModel = new Map<string, Engine>()
  for (const { engine } of slots) {
    for (const modelName of modelsOf(engine)) {
      const other = byModel.get(modelName)
      if (other !== undefined) throw new Error(`ENGINES: ${other.name} and ${engine.name} both make ${modelName}.`)
      byModel.set(modelName, engine)
    }
  }
  for (const [variable, named] of Object.entries({ MODEL_PRICES: prices, MODEL_COSTS: costs })) {
    const stranger = [...named.keys()].find((modelName) => !byModel.has(modelName))
    if (stranger !== undefined) throw new Error(`${variable}: no engine makes ${stranger}. There are: ${[...byModel.keys()].join(', ')}.`)
  }
  if (prices.size === byModel.size) throw new Error(ALL_PRICED)
  const series = slots.flatMap(({ engine }) => engine.parameters.series.map((model) => withPrice(model, prices.get(model.modelName))))
  return {
    slots,
    parameters: { series, videoNumOptions: [...VIDEO_COUNTS] },
    costs,
    engineOf: (modelName) => byModel.get(modelName) ?? first.engine,
  }
}

type ModelSeries = VideoParameters['series'][number]

function withPrice(model: ModelSeries, pointsPerSecond: number | undefined): ModelSeries {
  if (pointsPerSecond === undefined) return model
  const priced = ({ value: duration, resolutionOptions, isDefault }: ModelSeries['durationOptions'][number]) => ({
    value: duration,
    isDefault,
    resolutionOptions: resolutionOptions.map((option) => ({ ...option, points: pointsPerVideo(duration, option.value, pointsPerSecond) })),
  })
  return { ...model, durationOptions: model.durationOptions.map(priced) }
}

/** Models: only those named, or all others. */
export interface ModelFilter {
  readonly names: readonly string[]
  readonly are: 'only' | 'except'
}

/** The models that none of these engines makes; a model that no engine has belongs to the first. Undefined: all. */
export function modelsWithout({ slots }: Pick<EngineSet, 'slots'>, excluded: ReadonlySet<Engine>): ModelFilter | undefined {
  if (excluded.size === 0) return undefined
  const isFirstOut = slots[0] !== undefined && excluded.has(slots[0].engine)
  const listed = slots.filter(({ engine }) => excluded.has(engine) !== isFirstOut).map(({ engine }) => engine)
  return { names: listed.flatMap(modelsOf), are: isFirstOut ? 'only' : 'except' }
}

function modelsOf({ parameters }: Pick<Engine, 'parameters'>): string[] {
  return parameters.series.map(({ modelName }) => modelName)
}
