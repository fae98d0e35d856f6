import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { GenerationAccepted } from '#shared/api/generation.ts'
import type { Result } from '#shared/result.ts'
import type { Asked } from './accept-batch.ts'
import { refuse } from '#server/services/context/failure.ts'
import { onceForKey } from '#server/services/context/once-for-key.ts'
import { findEffect } from '#shared/motion/effects/find-effect.ts'
import { acceptBatch } from './accept-batch.ts'
import { findOffer } from './find-offer.ts'
import { refuseRepeatedFailures } from './refuse-repeated-failures.ts'

/** What commits of all kinds share: done once per key, never dearer than agreed to, a hold and a queued task per video. */
export async function acceptCommit(
  ctx: Context,
  ownerId: string,
  asked: Asked,
  priceCeiling = Infinity,
): Promise<Result<GenerationAccepted, ServiceFailure>> {
  // Two presses are one: the id that the page gave the commit when it was pressed.
  const accepted = await onceForKey<GenerationAccepted>(ctx, ownerId, async (tx) => {
    const points = findOffer(ctx.parameters, asked)
    if (!points.ok) return points
    if (asked.bizType === 'TEMPLATE' && findEffect(asked.templateId ?? '') === null) return refuse('H4001', ['templateId'])
    if (points.value * asked.videoNum > priceCeiling) return refuse('H3000', ['priceCeiling'])
    const allowed = await refuseRepeatedFailures(tx, ownerId, ctx.nowMs())
    if (!allowed.ok) return allowed
    return acceptBatch(tx, ctx, ownerId, asked, points.value)
  })
  if (accepted.ok) ctx.queue.wake()
  return accepted
}
