import { and, eq, asc, gt } from 'drizzle-orm'
import { type Context, type Answer, ok, refuse } from '#server/context.ts'
import { type UploadType, MAX_UPLOADS_PER_HOUR, UPLOAD_TYPES, UNUSED_UPLOAD_KEPT_MS } from '#shared/domain/media-limits.ts'
import { type Database, type Transaction, inTransaction } from '#server/platform/database/database.ts'
import { media } from '#server/platform/database/schema.ts'
import { isLoopback } from '#server/platform/context/known-callers.ts'
import { LIMITS, callerKey, countTry, hourlyWaitMs } from '#server/platform/context/rate-limit.ts'
import { makeMediaName, UPLOAD_EXTENSION, mediaUrl } from '#server/platform/context/media-name.ts'
import { lockOwner, requireOwner } from '#server/platform/context/require-owner.ts'
import type { CallData, CallInput } from '#shared/api/define-call.ts'
import type { presignUpload as presignCall } from '#shared/api/files.ts'
import { permitUrl, UPLOAD_PERMIT_MS } from './upload-permit.ts'

const TYPE_OF_EXTENSION: Record<string, UploadType> = { jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' }

/** The declared type, else the one of the name's extension; undefined where it is not accepted. */
export function uploadType(contentType: string | undefined, filename: string): UploadType | undefined {
  if (contentType !== undefined) return UPLOAD_TYPES.find((type) => type === contentType.toLowerCase())
  return TYPE_OF_EXTENSION[/\.([a-z0-9]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? '']
}

/** Reserves a name for a coming file, limited per hour by owner and, because visitors are free to create, by address. */
export async function reserveUpload(ctx: Context, ownerId: string, type: UploadType): Promise<Answer<string>> {
  return inTransaction(ctx.db, async (tx): Promise<Answer<string>> => {
    if (!(await lockOwner(tx, ownerId))) return refuse('H3009')
    const counted = isLoopback(ctx.caller.address) ? ok(null) : await countTry(tx, ctx.nowMs(), LIMITS.uploadsByAddress, [callerKey(ctx)])
    if (!counted.ok) return counted
    const whose = and(eq(media.ownerId, ownerId), eq(media.kind, 'upload'))
    const waitMs = await hourlyWaitMs(tx, media.createdAtMs, whose, MAX_UPLOADS_PER_HOUR, ctx.nowMs())
    if (waitMs > 0) return refuse('H4022', undefined, waitMs)
    const name = makeMediaName(UPLOAD_EXTENSION[type])
    await tx.insert(media).values({ name, ownerId, kind: 'upload', state: 'pending', contentType: type, createdAtMs: ctx.nowMs() })
    return ok(name)
  })
}

/** A file that housekeeping may soon delete is not reused. */
const LAST_DAY_MS = 24 * 60 * 60 * 1000

/** The name under which this owner has already stored these bytes. */
export async function findStored(db: Database | Transaction, ownerId: string, sha256: string, nowMs: number): Promise<string | undefined> {
  const isSafe = gt(media.createdAtMs, nowMs - UNUSED_UPLOAD_KEPT_MS + LAST_DAY_MS)
  const [row] = await db
    .select({ name: media.name })
    .from(media)
    .where(and(eq(media.ownerId, ownerId), eq(media.sha256, sha256), eq(media.kind, 'upload'), eq(media.state, 'stored'), isSafe))
    .orderBy(asc(media.createdAtMs), asc(media.name))
    .limit(1)
  return row?.name
}

type Input = CallInput<typeof presignCall>

/** Reserves a name and signs an upload address; returns `exists` where this owner has already stored these bytes. */
export async function presignUpload({ ctx, input }: { ctx: Context; input: Input }): Promise<Answer<CallData<typeof presignCall>>> {
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
