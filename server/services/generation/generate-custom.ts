import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { GenerateCustomInput, GenerationAccepted } from '#shared/api/generation.ts'
import type { Result } from '#shared/result.ts'
import { refuse } from '#server/services/context/failure.ts'
import { onceForKey } from '#server/services/context/once-for-key.ts'
import { requireOwner } from '#server/services/context/require-owner.ts'
import { DEFAULT_MODEL } from '#shared/domain/generation-options.ts'
import { pointsPerVideo } from '#shared/domain/price.ts'
import { acceptBatch } from './accept-batch.ts'

/** Image to video: holds the points and queues one task per video. */
export async function generateCustom({
  ctx,
  input,
}: {
  ctx: Context
  input: GenerateCustomInput
}): Promise<Result<GenerationAccepted, ServiceFailure>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  if (input.modelName !== DEFAULT_MODEL) return refuse('H3000', ['modelName'])
  const { modelName, prompt, images, duration, resolution, videoNum, extParams, priceCeiling = Infinity } = input
  const asked = { bizType: 'CUSTOM' as const, modelName, prompt, images, duration, resolution, videoNum, ...extParams }
  const pointsEach = pointsPerVideo(duration, resolution)
  const accepted = await onceForKey<GenerationAccepted>(ctx, owner.value, async (tx) =>
    pointsEach * videoNum > priceCeiling ? refuse('H3000', ['priceCeiling']) : acceptBatch(tx, ctx, owner.value, asked, pointsEach),
  )
  if (accepted.ok) ctx.queue.wake()
  return accepted
}
