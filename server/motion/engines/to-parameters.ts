import type { VideoParameters } from '#shared/api/generation.ts'
import { type Duration, type Resolution, DEFAULT_DURATION, DEFAULT_RESOLUTION, VIDEO_COUNTS } from '#shared/domain/generation-options.ts'
import { type EngineRequest, EngineFailure } from '../engine.ts'
import { NO_END_TEXT, NO_OPTION_TEXT } from './remote/call-remote.ts'
import { pointsPerVideo } from '#shared/domain/video-price.ts'
import type { ControlName } from '#motion/controls/motion-controls.ts'

export interface Offer {
  readonly title: string
  /** One line that says what the model is best for. */
  readonly bestAt: string
  readonly durations: readonly Duration[]
  readonly resolutions: readonly Resolution[]
  readonly offers: (duration: Duration, resolution: Resolution) => boolean
  readonly controls: readonly ControlName[]
  /** True if the model supports a first picture, but no last picture. */
  readonly isWithoutEnd?: true
}

/** Refuses a duration, a resolution or a last picture that the model does not support. */
export function refuseUnoffered(offer: Offer, { bizType, duration, resolution }: EngineRequest): void {
  const isListed = offer.durations.includes(duration) && offer.resolutions.includes(resolution)
  if (!isListed || !offer.offers(duration, resolution)) throw new EngineFailure(NO_OPTION_TEXT)
  if (bizType === 'HEAD_TAIL' && offer.isWithoutEnd === true) throw new EngineFailure(NO_END_TEXT)
}

/**
 * The parameters of an engine for the page. The default duration and resolution are those of the app, or the first offered ones if the
 * model does not offer the app's.
 */
export function toParameters(
  modelName: string,
  { title, bestAt, durations, resolutions, offers, controls, isWithoutEnd }: Offer,
): VideoParameters {
  const usualDuration = durations.includes(DEFAULT_DURATION) ? DEFAULT_DURATION : durations[0]
  const durationOptions = durations.map((duration) => {
    const offeredResolutions = resolutions.filter((resolution) => offers(duration, resolution))
    const usualResolution = offeredResolutions.includes(DEFAULT_RESOLUTION) ? DEFAULT_RESOLUTION : offeredResolutions[0]
    const resolutionOptions = offeredResolutions.map((resolution) => ({
      value: resolution,
      isDefault: resolution === usualResolution,
      points: pointsPerVideo(duration, resolution),
    }))
    return { value: duration, isDefault: duration === usualDuration, resolutionOptions }
  })
  const endFrameField = isWithoutEnd === true ? { endFrame: false } : {}
  return {
    videoNumOptions: [...VIDEO_COUNTS],
    series: [{ modelName, title, bestAt, ...endFrameField, controls: [...controls], durationOptions }],
  }
}

/** At least one model of a service, by name. The first is the default: it renders effects, and videos without a named model. */
export type ChosenModels<Names extends readonly string[]> = readonly [Names[number], ...Names[number][]]

export interface ModelChoice<Model extends Offer> {
  readonly parameters: VideoParameters
  readonly choose: (modelName: string) => { readonly modelName: string; readonly model: Model }
}

export function createModelChoice<Name extends string, Model extends Offer>(
  names: readonly [Name, ...Name[]],
  models: Readonly<Record<Name, Model>>,
): ModelChoice<Model> {
  return {
    parameters: { videoNumOptions: [...VIDEO_COUNTS], series: names.flatMap((name) => toParameters(name, models[name]).series) },
    choose(requestedName) {
      const modelName = names.find((name) => name === requestedName) ?? names[0]
      return { modelName, model: models[modelName] }
    },
  }
}
