import type { VideoParameters } from '#shared/api/generation.ts'
import { VIDEO_COUNTS } from '#shared/domain/generation-options.ts'
import { BASE_POINTS, pointsPerVideo } from '#shared/domain/video-price.ts'
import type { Engine } from './engine.ts'

type ModelSeries = VideoParameters['series'][number]

const ALL_PRICED = `MODEL_PRICES: leave one model at the usual price, because the pages say that videos start at ${BASE_POINTS} points.`

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

export function modelsOf({ parameters }: Pick<Engine, 'parameters'>): string[] {
  return parameters.series.map(({ modelName }) => modelName)
}
