import type { GenerationSettings } from '#shared/contract/commit-contract.ts'
import { type OfferedModel, offerOf, standInModels } from '#shared/domain/stand-in-models.ts'
import type { BizType } from '#shared/domain/task.ts'
import { type ControlName, trimControls } from '#motion/controls/motion-controls.ts'
import * as choices from '#shared/domain/generation-options.ts'

const DEFAULT_SETTINGS: GenerationSettings = {
  modelName: choices.DEFAULT_MODEL,
  prompt: '',
  duration: choices.DEFAULT_DURATION,
  resolution: choices.DEFAULT_RESOLUTION,
  videoNum: choices.DEFAULT_VIDEO_COUNT,
  imageFidelity: choices.DEFAULT_IMAGE_FIDELITY,
}

/** The settings of a new form. Only an effect has music by default. */
export function defaultSettings(bizType: BizType): GenerationSettings {
  return bizType === 'TEMPLATE' ? { ...DEFAULT_SETTINGS, aiMusic: choices.DEFAULT_AI_MUSIC } : DEFAULT_SETTINGS
}

export type Choice = Pick<GenerationSettings, 'modelName' | 'duration' | 'resolution'>

interface ModelOffer {
  readonly series: readonly {
    readonly modelName: string
    readonly durationOptions: readonly {
      readonly value: choices.Duration
      readonly isDefault: boolean
      readonly resolutionOptions: readonly { readonly value: choices.Resolution; readonly isDefault: boolean }[]
    }[]
  }[]
}

/**
 * The wanted model, duration and resolution as far as the server offers them; the server's default for each that it does not offer.
 */
export function validChoice({ series }: ModelOffer, wantedChoice: { readonly [Name in keyof Choice]?: Choice[Name] | undefined }): Choice {
  const model = series.find(({ modelName }) => modelName === wantedChoice.modelName) ?? series[0]
  if (model === undefined) return DEFAULT_SETTINGS
  const duration = pickOption(model.durationOptions, wantedChoice.duration)
  const resolution = pickOption(duration?.resolutionOptions ?? [], wantedChoice.resolution)
  return {
    modelName: model.modelName,
    duration: duration?.value ?? choices.DEFAULT_DURATION,
    resolution: resolution?.value ?? choices.DEFAULT_RESOLUTION,
  }
}

function pickOption<Option extends { value: string; isDefault: boolean }>(
  options: readonly Option[],
  wantedValue: string | undefined,
): Option | undefined {
  return options.find(({ value }) => value === wantedValue) ?? options.find(({ isDefault }) => isDefault) ?? options[0]
}

/** The controls that a kind of video does not have: two pictures determine the camera, and an effect has its own colours. */
const FIXED_CONTROLS: Readonly<Record<BizType, readonly ControlName[]>> = {
  CUSTOM: [],
  HEAD_TAIL: ['camera', 'strength', 'speed', 'focus', 'brush', 'output'],
  TEMPLATE: ['grade'],
}

interface ControlOffer {
  readonly series: readonly { readonly modelName: string; readonly controls: readonly string[] }[]
}

/** The names of the controls that a model offers for this kind of video. */
export function offeredControls({ series }: ControlOffer, model: string, bizType: BizType): ReadonlySet<string> {
  const names = series.find(({ modelName }) => modelName === model)?.controls ?? []
  return new Set(names.filter((name) => !FIXED_CONTROLS[bizType].some((fixed) => fixed === name)))
}

/**
 * The settings without controls that the model does not offer, because the server would reject them. The form retains them for
 * another model.
 */
export function settingsOnOffer(settings: GenerationSettings, parameters: ControlOffer, bizType: BizType): GenerationSettings {
  const { controls } = settings
  if (controls === undefined) return settings
  const offered = offeredControls(parameters, settings.modelName, bizType)
  const offeredEntries = Object.entries(controls).filter(([name]) => offered.has(name))
  return { ...settings, controls: trimControls(Object.fromEntries(offeredEntries)) }
}

/** Whether another model can make the same video for the same points or fewer. */
export function canMoveToOtherModel(
  bizType: BizType,
  settings: GenerationSettings,
  parameters: { readonly series: readonly OfferedModel[] },
): boolean {
  const request = { ...settingsOnOffer(settings, parameters, bizType), bizType }
  const chosenModel = parameters.series.find(({ modelName }) => modelName === settings.modelName)
  const offer = chosenModel && offerOf(chosenModel, request)
  return offer?.ok === true && standInModels(parameters.series, request, offer.value).length > 0
}
