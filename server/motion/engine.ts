import type { AwayReason, TaskStage, VideoParameters } from '#shared/api/generation.ts'
import { type Duration, type Resolution, VIDEO_COUNTS } from '#shared/domain/generation-options.ts'
import type { BizType } from '#shared/domain/task.ts'
import type { MotionControls } from '#motion/controls/motion-controls.ts'
import type { Mood } from '#motion/music/music.ts'
import { findEffect } from '#motion/effects/effects.ts'
import { BASE_POINTS, pointsPerVideo } from '#shared/domain/video-price.ts'

/** The request for one video. `variation` is the number of the video in its commit, from 0. */
export interface EngineRequest {
  readonly taskId: string
  readonly bizType: BizType
  /** The batch's model. For an effect, or for a removed model, the name may belong to no model of the engine. */
  readonly modelName: string
  readonly prompt: string
  /** The effect of a TEMPLATE, else null. */
  readonly templateId: string | null
  /** 1: the video of an effect gets a soundtrack. */
  readonly aiMusic: 0 | 1
  /** The manual settings. The engine's parameters list all possible settings. */
  readonly controls?: MotionControls | undefined
  /** Seeds all random choices; the videos of one commit share it. */
  readonly seed: number
  /** Absolute paths of the source pictures: upright JPEG, PNG or WebP. */
  readonly imagePaths: readonly string[]
  readonly duration: Duration
  readonly resolution: Resolution
  readonly imageFidelity: number
  readonly variation: number
  /** Absolute paths of the outputs: an MP4 and a JPEG poster. Both are written atomically. */
  readonly videoPath: string
  readonly posterPath: string
}

const SEED_LIMIT = 2 ** 31

/** The seed of one video: the sum of the commit's seed and the number of the video in its commit. */
export function seedOfVariation({ seed, variation }: Pick<EngineRequest, 'seed' | 'variation'>): number {
  return (seed + variation) % SEED_LIMIT
}

export interface EngineResult {
  readonly width: number
  readonly height: number
  /** The size of the video file, in bytes. */
  readonly bytes: number
  /** The service's reported charge for the video, in US dollars; undefined without a report. */
  readonly costUsd?: number | undefined
}

export interface EngineRun {
  readonly signal: AbortSignal
  readonly onStage: (stage: Exclude<TaskStage, 'queued'>) => void
  /** The progress of the work, 0 to 1; engines without progress never call it. */
  readonly onProgress: (share: number) => void
  /** The handle of the remote work that an earlier run of this task started; null without remote work. */
  readonly handle: string | null
  readonly saveHandle: (handle: string) => Promise<void>
}

/** The base path of webhooks, without the engine's name at its end. */
export const ENGINE_WEBHOOK_PATH = '/api/engine/webhook/'

/** Reads a webhook request of a video service. Returns the id of its work; null if it is not authentic. */
export type EngineWebhook = (headers: Headers, body: Uint8Array) => Promise<string | null>

/**
 * Renders videos. Rejects with `EngineAway` if the engine accepts no orders, and with another `EngineFailure` if this picture or prompt
 * cannot be rendered. Any other error is a bug.
 */
export interface Engine {
  readonly name: string
  /** The supported parameters; requests have no other parameters. */
  readonly parameters: VideoParameters
  /** Whether the engine is free. A free engine renders the gallery's videos. */
  readonly isFree?: boolean
  /** Reads webhooks. Present if the service sends webhooks. */
  readonly webhook?: EngineWebhook
  /** Called in each process after a webhook about this work has arrived in any process. */
  readonly onWebhook?: (workId: string) => void
  run(request: EngineRequest, run: EngineRun): Promise<EngineResult>
  /** The reason why the engine accepts no orders, as far as a check without an order shows it; null if the engine accepts orders. */
  check?(signal: AbortSignal): Promise<AwayReason | null>
  /** Cancels the remote work of a handle that is no longer needed. */
  drop?(handle: string): Promise<void>
  close(): Promise<void>
}

/** An engine that accepts no orders now. */
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
    /** Why and since when the engine of a model accepts no orders; undefined while it accepts orders. */
    readonly awayOf: (modelName: string) => AwayEngine | undefined
  }
}

/** A failure that a retry would not fix; its text is shown to the user. */
export class EngineFailure extends Error {
  override readonly name: string = 'EngineFailure'
}

/**
 * The engine cannot accept orders now: unreachable, or without a valid key or money. Nothing was ordered, so another engine may render the
 * video.
 */
export class EngineAway extends EngineFailure {
  override readonly name = 'EngineAway'
  readonly reason: AwayReason

  constructor(text: string, reason: AwayReason, options?: ErrorOptions) {
    super(text, options)
    this.reason = reason
  }
}

/** The soundtrack that the user requested, or null. Each video of a commit gets a different seed. */
export function musicOf({ bizType, templateId, aiMusic, controls, seed, variation }: EngineRequest): { mood: Mood; seed: number } | null {
  if (bizType !== 'TEMPLATE' && controls?.music !== undefined) return { mood: controls.music, seed: seed + variation }
  if (bizType !== 'TEMPLATE' || templateId === null || aiMusic === 0) return null
  const effect = findEffect(templateId)
  return effect && { mood: controls?.music ?? effect.mood, seed: seed + variation }
}

/** An engine with its number of concurrent videos. */
export interface ConfiguredEngine {
  readonly engine: Engine
  readonly concurrency: number
}

/** The configured engines. A batch's model selects the engine; no two engines have the same model. */
export interface EngineSet {
  readonly configured: readonly ConfiguredEngine[]
  /** The configured engines without their concurrency. */
  readonly all: readonly Engine[]
  /** The models of all engines, in the order of the engines; the first is the default. */
  readonly parameters: VideoParameters
  /** The engine of a model; the first engine for a removed model. */
  readonly engineOf: (modelName: string) => Engine
  /** The amount in US dollars that a service charges for one second of a model's video, by model; from the configuration. */
  readonly costs: ReadonlyMap<string, number>
}

const ALL_PRICED_TEXT = `MODEL_PRICES: keep at least one model at the default price, because the pages say that videos start at ${BASE_POINTS} points.`

const NO_VALUES: ReadonlyMap<string, number> = new Map()

/** Throws one sentence if two engines share a model, if a price or cost names an unknown model, or if every model has an own price. */
export function createEngineSet(configured: readonly ConfiguredEngine[], prices = NO_VALUES, costs = NO_VALUES): EngineSet {
  const [firstEngine] = configured
  if (firstEngine === undefined) throw new Error('No engine is configured.')
  const engineByModel = new Map<string, Engine>()
  for (const { engine } of configured) {
    for (const modelName of modelsOf(engine)) {
      const otherEngine = engineByModel.get(modelName)
      if (otherEngine !== undefined) throw new Error(`ENGINES: ${otherEngine.name} and ${engine.name} both have the model ${modelName}.`)
      engineByModel.set(modelName, engine)
    }
  }
  for (const [variable, valueByModel] of Object.entries({ MODEL_PRICES: prices, MODEL_COSTS: costs })) {
    const unknownModel = [...valueByModel.keys()].find((modelName) => !engineByModel.has(modelName))
    if (unknownModel !== undefined)
      throw new Error(`${variable}: no engine has the model ${unknownModel}. Available models: ${[...engineByModel.keys()].join(', ')}.`)
  }
  if (prices.size === engineByModel.size) throw new Error(ALL_PRICED_TEXT)
  const series = configured.flatMap(({ engine }) => engine.parameters.series.map((model) => withPrice(model, prices.get(model.modelName))))
  return {
    configured,
    all: configured.map(({ engine }) => engine),
    parameters: { series, videoNumOptions: [...VIDEO_COUNTS] },
    costs,
    engineOf: (modelName) => engineByModel.get(modelName) ?? firstEngine.engine,
  }
}

type ModelSeries = VideoParameters['series'][number]

function withPrice(model: ModelSeries, pointsPerSecond: number | undefined): ModelSeries {
  if (pointsPerSecond === undefined) return model
  const withPrices = ({ value: duration, resolutionOptions, isDefault }: ModelSeries['durationOptions'][number]) => ({
    value: duration,
    isDefault,
    resolutionOptions: resolutionOptions.map((option) => ({ ...option, points: pointsPerVideo(duration, option.value, pointsPerSecond) })),
  })
  return { ...model, durationOptions: model.durationOptions.map(withPrices) }
}

/** Selects only the named models, or all models except the named ones. */
export interface ModelFilter {
  readonly names: readonly string[]
  readonly mode: 'only' | 'except'
}

/** The models that no excluded engine renders; undefined if no engine is excluded. Removed models count as models of the first engine. */
export function modelsWithout(
  { configured }: Pick<EngineSet, 'configured'>,
  excludedEngines: ReadonlySet<Engine>,
): ModelFilter | undefined {
  if (excludedEngines.size === 0) return undefined
  const isFirstExcluded = configured[0] !== undefined && excludedEngines.has(configured[0].engine)
  const listedEngines = configured.filter(({ engine }) => excludedEngines.has(engine) !== isFirstExcluded).map(({ engine }) => engine)
  return { names: listedEngines.flatMap(modelsOf), mode: isFirstExcluded ? 'only' : 'except' }
}

function modelsOf({ parameters }: Pick<Engine, 'parameters'>): string[] {
  return parameters.series.map(({ modelName }) => modelName)
}
