import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { GenerateTemplateInput, GenerationAccepted } from '#shared/api/generation.ts'
import type { Result } from '#shared/result.ts'
import { requireOwner } from '#server/services/context/require-owner.ts'
import { DEFAULT_IMAGE_FIDELITY } from '#shared/domain/generation-options.ts'
import { acceptCommit } from './accept-commit.ts'

/** A picture under a named effect, by the model that is offered first; H4001 when there is no such effect. */
export async function generateTemplate({
  ctx,
  input,
}: {
  ctx: Context
  input: GenerateTemplateInput
}): Promise<Result<GenerationAccepted, ServiceFailure>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  const { extParams, priceCeiling, ...asked } = input
  const modelName = ctx.parameters.series[0]?.modelName ?? ''
  const fixed = { bizType: 'TEMPLATE' as const, modelName, imageFidelity: DEFAULT_IMAGE_FIDELITY }
  return acceptCommit(ctx, owner.value, { ...asked, ...extParams, ...fixed }, priceCeiling)
}
