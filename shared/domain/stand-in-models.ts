import { type Result, fail, ok } from '../result.ts'
import type { Duration, Resolution } from './generation-options.ts'
import type { BizType } from './task.ts'

export interface OfferedModel {
  readonly modelName: string
  readonly endFrame?: boolean | undefined
  readonly controls: readonly string[]
  readonly durationOptions: readonly {
    readonly value: Duration
    readonly resolutionOptions: readonly { readonly value: Resolution; readonly points: number }[]
  }[]
}

interface VideoRequest {
  readonly bizType: BizType
  readonly modelName: string
  readonly duration: Duration
  readonly resolution: Resolution
  readonly controls?: object | null | undefined
}

type UnsupportedField = 'modelName' | 'duration' | 'resolution' | 'controls'

/** The points of one video by a model; otherwise the first requested field that it does not support. */
export function offerOf(model: OfferedModel, { bizType, duration, resolution, controls }: VideoRequest): Result<number, UnsupportedField> {
  if (bizType === 'HEAD_TAIL' && model.endFrame === false) return fail('modelName')
  const durationOption = model.durationOptions.find(({ value }) => value === duration)
  if (durationOption === undefined) return fail('duration')
  const resolutionOption = durationOption.resolutionOptions.find(({ value }) => value === resolution)
  if (resolutionOption === undefined) return fail('resolution')
  return Object.keys(controls ?? {}).some((name) => !model.controls.includes(name)) ? fail('controls') : ok(resolutionOption.points)
}

interface StandIn {
  readonly modelName: string
  readonly points: number
}

/**
 * The other models that can render the same video for at most `mostPoints`, in their order. Rule: docs/motion.md, "Engines that are away".
 */
export function standInModels(series: readonly OfferedModel[], request: VideoRequest, mostPoints: number): readonly StandIn[] {
  return series.flatMap((model) => {
    const offer = offerOf(model, request)
    const isStandIn = model.modelName !== request.modelName && offer.ok && offer.value <= mostPoints
    return isStandIn ? [{ modelName: model.modelName, points: offer.value }] : []
  })
}
