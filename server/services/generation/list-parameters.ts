import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { VideoParameters } from '#shared/api/generation.ts'
import type { Result } from '#shared/result.ts'
import { BUILTIN_PARAMETERS } from '#shared/domain/builtin-parameters.ts'
import { ok } from '#shared/result.ts'

/** Public: models with their durations, resolutions and points. */
export async function listParameters(): Promise<Result<VideoParameters, ServiceFailure>> {
  return ok(BUILTIN_PARAMETERS)
}
