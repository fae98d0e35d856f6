import type { Context } from '#server/context.ts'
import type { ServiceFailure } from '#server/platform/context/failure.ts'
import type { CallData, CallInput } from '#shared/api/define-call.ts'
import type { presignGet as presignCall } from '#shared/api/files.ts'
import { mediaUrl } from '#server/platform/context/media-name.ts'
import { requireOwner } from '#server/platform/context/require-owner.ts'
import { findMedia } from './find-media.ts'
import { type Result, ok } from '#shared/result.ts'

/** The address of one of the caller's files: a stable one, since a file is opened by who asks for it and not by a signature. */
export async function presignGet({
  ctx,
  input,
}: {
  ctx: Context
  input: CallInput<typeof presignCall>
}): Promise<Result<CallData<typeof presignCall>, ServiceFailure>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  const found = await findMedia({ ctx, input: { name: input.filename } })
  return found.ok ? ok({ presignedUrl: mediaUrl(input.filename) }) : found
}
