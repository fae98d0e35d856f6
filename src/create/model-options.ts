import type { VideoParameters } from '#shared/api/generation.ts'
import type { GenerationSettings } from '#shared/contract/commit-contract.ts'
import type { BizType } from '#shared/domain/task.ts'
import {
  DEFAULT_AI_MUSIC,
  DEFAULT_DURATION,
  DEFAULT_IMAGE_FIDELITY,
  DEFAULT_MODEL,
  DEFAULT_RESOLUTION,
  DEFAULT_VIDEO_COUNT,
} from '#shared/domain/generation-options.ts'

const DEFAULT_SETTINGS: GenerationSettings = {
  modelName: DEFAULT_MODEL,
  prompt: '',
  duration: DEFAULT_DURATION,
  resolution: DEFAULT_RESOLUTION,
  videoNum: DEFAULT_VIDEO_COUNT,
  imageFidelity: DEFAULT_IMAGE_FIDELITY,
}

/** The initial settings of a form; only an effect has music. */
export function defaultSettings(bizType: BizType): GenerationSettings {
  return bizType === 'TEMPLATE' ? { ...DEFAULT_SETTINGS, aiMusic: DEFAULT_AI_MUSIC } : DEFAULT_SETTINGS
}

type Choice = Pick<GenerationSettings, 'modelName' | 'duration' | 'resolution'>

/** The nearest available choice: the wanted one if the server offers it, else the server's default. */
export function validChoice({ series }: VideoParameters, wanted: { readonly [Name in keyof Choice]?: Choice[Name] | undefined }): Choice {
  const model = series.find(({ modelName }) => modelName === wanted.modelName) ?? series[0]
  if (model === undefined) return DEFAULT_SETTINGS
  const duration = pick(model.durationOptions, wanted.duration)
  const resolution = pick(duration?.resolutionOptions ?? [], wanted.resolution)
  return {
    modelName: model.modelName,
    duration: duration?.value ?? DEFAULT_DURATION,
    resolution: resolution?.value ?? DEFAULT_RESOLUTION,
  }
}

function pick<Option extends { value: string; isDefault: boolean }>(
  options: readonly Option[],
  wanted: string | undefined,
): Option | undefined {
  return options.find(({ value }) => value === wanted) ?? options.find(({ isDefault }) => isDefault) ?? options[0]
}
