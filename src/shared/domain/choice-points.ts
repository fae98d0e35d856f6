import type { Duration, Resolution } from '#shared/domain/generation-options.ts'
import { pointsPerVideo } from '#shared/domain/price.ts'

interface PricedModel {
  readonly durationOptions: readonly {
    readonly value: Duration
    readonly resolutionOptions: readonly { readonly value: Resolution; readonly points: number }[]
  }[]
}

/** Points of one video of a valid choice, as the model's option table tells them. Rule: docs/rules.md, "Prices". */
export function choicePoints(model: PricedModel | undefined, duration: Duration, resolution: Resolution): number {
  const option = model?.durationOptions.find(({ value }) => value === duration)?.resolutionOptions.find(({ value }) => value === resolution)
  return option?.points ?? pointsPerVideo(duration, resolution)
}
