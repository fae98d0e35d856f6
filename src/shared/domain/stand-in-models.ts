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

interface Asked {
  readonly bizType: BizType
  readonly modelName: string
  readonly duration: Duration
  readonly resolution: Resolution
  readonly controls?: object | null | undefined
}

/** The points of one video by a model; undefined where it cannot make it as asked. */
export function offeredPoints(model: OfferedModel, { bizType, duration, resolution, controls }: Asked): number | undefined {
  if (bizType === 'HEAD_TAIL' && model.endFrame === false) return undefined
  if (Object.keys(controls ?? {}).some((name) => !model.controls.includes(name))) return undefined
  const options = model.durationOptions.find(({ value }) => value === duration)?.resolutionOptions
  return options?.find(({ value }) => value === resolution)?.points
}

/** The other models that can make the same video for at most `mostPoints`, in their order. Rule: docs/motion.md, "Engines that are away". */
export function standInModels<M extends OfferedModel>(series: readonly M[], asked: Asked, mostPoints: number): readonly M[] {
  return series.filter((model) => model.modelName !== asked.modelName && (offeredPoints(model, asked) ?? Infinity) <= mostPoints)
}
