import type { Context } from '#server/context.ts'
import type { CallData, CallInput } from '#shared/api/define-call.ts'
import type { presignUpload as presignCall } from '#shared/api/files.ts'
import { type ServiceFailure, refuse } from '#server/platform/context/failure.ts'
import { mediaUrl } from '#server/platform/context/media-name.ts'
import { requireOwner } from '#server/platform/context/require-owner.ts'
import { type Result, ok } from '#shared/result.ts'
import { findStored, reserveUpload, uploadType } from './reserve-upload.ts'
import { permitUrl, UPLOAD_PERMIT_MS } from './upload-permit.ts'

type Input = CallInput<typeof presignCall>
type Answer = Result<CallData<typeof presignCall>, ServiceFailure>

/** Reserves a name and signs an upload address; returns `exists` where this owner has already stored these bytes. */
export async function presignUpload({ ctx, input }: { ctx: Context; input: Input }): Promise<Answer> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  const type = uploadType(input.contentType, input.filename)
  if (type === undefined) return refuse('H3000', [input.contentType === undefined ? 'filename' : 'contentType'])
  const expiresAtMs = ctx.nowMs() + UPLOAD_PERMIT_MS
  const stored = input.sha256 === undefined ? undefined : await findStored(ctx.db, owner.value, input.sha256, ctx.nowMs())
  if (stored !== undefined) return ok({ presignedUrl: '', fileUrl: mediaUrl(stored), expiresAt: expiresAtMs, exists: true })
  const reserved = await reserveUpload(ctx, owner.value, type)
  if (!reserved.ok) return reserved
  const presignedUrl = permitUrl({ name: reserved.value, expiresAtMs, type, size: input.size ?? 0 }, ctx.secret)
  return ok({ presignedUrl, fileUrl: mediaUrl(reserved.value), expiresAt: expiresAtMs, exists: false })
}
