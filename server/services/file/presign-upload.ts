import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { CallData, CallInput } from '#shared/api/define-call.ts'
import type { presignUpload as presignCall } from '#shared/api/files.ts'
import type { UploadType } from '#shared/domain/media-limits.ts'
import type { Result } from '#shared/result.ts'
import { and, count, eq, gt, min } from 'drizzle-orm'
import { media } from '#server/database/schema.ts'
import { refuse } from '#server/services/context/failure.ts'
import { makeMediaName, mediaUrl, UPLOAD_EXTENSION } from '#server/services/context/media-name.ts'
import { requireOwner } from '#server/services/context/require-owner.ts'
import { MAX_UPLOADS_PER_HOUR, UPLOAD_TYPES } from '#shared/domain/media-limits.ts'
import { ok } from '#shared/result.ts'
import { permitUrl, UPLOAD_PERMIT_MS } from './upload-permit.ts'

type Input = CallInput<typeof presignCall>
type Answer = Result<CallData<typeof presignCall>, ServiceFailure>

const HOUR_MS = 60 * 60 * 1000
const TYPE_OF_EXTENSION: Record<string, UploadType> = { jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' }

/** Reserves a name and signs the permission to fill it; says `exists` when this owner has these bytes stored already. */
export async function presignUpload({ ctx, input }: { ctx: Context; input: Input }): Promise<Answer> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  const type = uploadType(input)
  if (type === undefined) return refuse('H3000', [input.contentType === undefined ? 'filename' : 'contentType'])
  const expiresAtMs = ctx.nowMs() + UPLOAD_PERMIT_MS
  const stored = input.sha256 === undefined ? undefined : await findStored(ctx, owner.value, input.sha256)
  if (stored !== undefined) return ok({ presignedUrl: '', fileUrl: mediaUrl(stored), expiresAt: expiresAtMs, exists: true })
  const waitMs = await timeUntilNext(ctx, owner.value)
  if (waitMs > 0) return refuse('H4022', undefined, waitMs)
  const name = makeMediaName(UPLOAD_EXTENSION[type])
  await ctx.db.insert(media).values({
    name,
    ownerId: owner.value,
    kind: 'upload',
    state: 'pending',
    contentType: type,
    createdAtMs: ctx.nowMs(),
  })
  const presignedUrl = permitUrl({ name, expiresAtMs, type, size: input.size ?? 0 }, ctx.secret)
  return ok({ presignedUrl, fileUrl: mediaUrl(name), expiresAt: expiresAtMs, exists: false })
}

async function findStored(ctx: Context, ownerId: string, sha256: string): Promise<string | undefined> {
  const [row] = await ctx.db
    .select({ name: media.name })
    .from(media)
    .where(and(eq(media.ownerId, ownerId), eq(media.sha256, sha256), eq(media.kind, 'upload'), eq(media.state, 'stored')))
    .limit(1)
  return row?.name
}

/** How long until this owner may upload again, in ms; 0 = now. */
async function timeUntilNext(ctx: Context, ownerId: string): Promise<number> {
  const sinceMs = ctx.nowMs() - HOUR_MS
  const [recent] = await ctx.db
    .select({ uploads: count(), oldestMs: min(media.createdAtMs) })
    .from(media)
    .where(and(eq(media.ownerId, ownerId), eq(media.kind, 'upload'), gt(media.createdAtMs, sinceMs)))
  return recent === undefined || recent.uploads < MAX_UPLOADS_PER_HOUR ? 0 : Math.max(1, Number(recent.oldestMs) - sinceMs)
}

function uploadType({ contentType, filename }: Input): UploadType | undefined {
  if (contentType !== undefined) return UPLOAD_TYPES.find((type) => type === contentType.toLowerCase())
  return TYPE_OF_EXTENSION[/\.([a-z0-9]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? '']
}
