import type { VideoParameters } from '#shared/api/generation.ts'
import { type Duration, type Resolution, DEFAULT_DURATION, DEFAULT_RESOLUTION, VIDEO_COUNTS } from '#shared/domain/generation-options.ts'
import { pointsPerVideo } from '#shared/domain/price.ts'
import type { ControlName } from '#shared/motion/controls/motion-controls.ts'

export interface Offer {
  readonly title: string
  /** One line: what to choose it for. */
  readonly bestAt: string
  readonly durations: readonly Duration[]
  readonly resolutions: readonly Resolution[]
  readonly offers: (duration: Duration, resolution: Resolution) => boolean
  readonly controls: readonly ControlName[]
}

/** The parameters of an engine for the page; the usual choice is the default, or the first one where it is not offered. */
export function toParameters(modelName: string, { title, bestAt, durations, resolutions, offers, controls }: Offer): VideoParameters {
  const usualDuration = durations.includes(DEFAULT_DURATION) ? DEFAULT_DURATION : durations[0]
  const durationOptions = durations.map((duration) => {
    const offered = resolutions.filter((resolution) => offers(duration, resolution))
    const usual = offered.includes(DEFAULT_RESOLUTION) ? DEFAULT_RESOLUTION : offered[0]
    const resolutionOptions = offered.map((resolution) => ({
      value: resolution,
      isDefault: resolution === usual,
      points: pointsPerVideo(duration, resolution),
    }))
    return { value: duration, isDefault: duration === usualDuration, resolutionOptions }
  })
  return { videoNumOptions: [...VIDEO_COUNTS], series: [{ modelName, title, bestAt, controls: [...controls], durationOptions }] }
}
