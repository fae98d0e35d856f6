import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { VideoParameters } from '#shared/api/generation.ts'
import type { Result } from '#shared/result.ts'
import {
  DEFAULT_DURATION,
  DEFAULT_MODEL,
  DEFAULT_RESOLUTION,
  DURATIONS,
  RESOLUTIONS,
  VIDEO_COUNTS,
} from '#shared/domain/generation-options.ts'
import { pointsPerVideo } from '#shared/domain/price.ts'
import { ok } from '#shared/result.ts'

/** Public: models with their durations, resolutions and points. */
export async function listParameters(): Promise<Result<VideoParameters, ServiceFailure>> {
  const durationOptions = DURATIONS.map((duration) => ({
    value: duration,
    isDefault: duration === DEFAULT_DURATION,
    resolutionOptions: RESOLUTIONS.map((resolution) => ({
      value: resolution,
      isDefault: resolution === DEFAULT_RESOLUTION,
      points: pointsPerVideo(duration, resolution),
    })),
  }))
  return ok({ series: [{ modelName: DEFAULT_MODEL, durationOptions }], videoNumOptions: [...VIDEO_COUNTS] })
}
