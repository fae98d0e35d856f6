import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { GenerateHeadTailInput, GenerationAccepted } from '#shared/api/generation.ts'
import type { Result } from '#shared/result.ts'
import { requireOwner } from '#server/services/context/require-owner.ts'
import { acceptCommit } from './accept-commit.ts'

/** From a first picture to a last one. */
export async function generateHeadTail({
  ctx,
  input,
}: {
  ctx: Context
  input: GenerateHeadTailInput
}): Promise<Result<GenerationAccepted, ServiceFailure>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  const { extParams, priceCeiling, ...asked } = input
  return acceptCommit(ctx, owner.value, { ...asked, ...extParams, bizType: 'HEAD_TAIL' }, priceCeiling)
}
