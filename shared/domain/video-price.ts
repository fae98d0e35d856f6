import { type Duration, type Resolution, durationSeconds } from './generation-options.ts'

/** Points of one video with default settings; also the lowest price. */
export const BASE_POINTS = 50

const BASE_SECONDS = 6
const POINTS_STEP = 5
/** Points of a second at 720p, for a model without its own price. */
export const USUAL_POINTS_PER_SECOND = BASE_POINTS / BASE_SECONDS
const RESOLUTION_FACTOR: Record<Resolution, number> = { '480p': 0.8, '720p': 1, '1080p': 1.5 }

/** Points of one video, by the points of a second at 720p. Rule: docs/create.md, "Prices". */
export function pointsPerVideo(duration: Duration, resolution: Resolution, pointsPerSecond = USUAL_POINTS_PER_SECOND): number {
  const exactPoints = pointsPerSecond * durationSeconds(duration) * RESOLUTION_FACTOR[resolution]
  const roundedPoints = Math.ceil(exactPoints / POINTS_STEP - 1e-9) * POINTS_STEP
  return Math.max(BASE_POINTS, roundedPoints)
}

/** The points missing for a price; 0 if the balance suffices. */
export function missingPoints(balance: number, price: number): number {
  return Math.max(0, price - balance)
}

interface PricedModel {
  readonly durationOptions: readonly {
    readonly value: Duration
    readonly resolutionOptions: readonly { readonly value: Resolution; readonly points: number }[]
  }[]
}

/** Points of one video, from the model's option table; from the usual price if the table lacks the choice. */
export function choicePoints(model: PricedModel | undefined, duration: Duration, resolution: Resolution): number {
  const option = model?.durationOptions.find(({ value }) => value === duration)?.resolutionOptions.find(({ value }) => value === resolution)
  return option?.points ?? pointsPerVideo(duration, resolution)
}
