import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { VideoParameters } from '#shared/api/generation.ts'
import type { Result } from '#shared/result.ts'
import { ok } from '#shared/result.ts'

/** Public: models with their durations, resolutions and points. */
export async function listParameters({ ctx }: { ctx: Context }): Promise<Result<VideoParameters, ServiceFailure>> {
  return ok(ctx.parameters)
}
