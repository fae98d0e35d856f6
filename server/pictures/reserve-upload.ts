import { and, eq, asc, gt } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { type ServiceFailure, refuse } from '#server/platform/context/failure.ts'
import { type UploadType, MAX_UPLOADS_PER_HOUR, UPLOAD_TYPES, UNUSED_UPLOAD_KEPT_MS } from '#shared/domain/media-limits.ts'
import { type Result, ok } from '#shared/result.ts'
import { inTransaction } from '#server/platform/database/in-transaction.ts'
import { media } from '#server/platform/database/schema.ts'
import { isLoopback } from '#server/platform/context/address-key.ts'
import { LIMITS, callerKey, countTry } from '#server/platform/context/rate-limit.ts'
import { hourlyWaitMs } from '#server/platform/context/hourly-wait.ts'
import { makeMediaName, UPLOAD_EXTENSION } from '#server/platform/context/media-name.ts'
import { lockOwner } from '#server/platform/context/lock-owner.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'

const TYPE_OF_EXTENSION: Record<string, UploadType> = { jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' }

/** The declared type, else the one of the name's extension; undefined where it is not accepted. */
export function uploadType(contentType: string | undefined, filename: string): UploadType | undefined {
  if (contentType !== undefined) return UPLOAD_TYPES.find((type) => type === contentType.toLowerCase())
  return TYPE_OF_EXTENSION[/\.([a-z0-9]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? '']
}

/** Reserves a name for a coming file, limited per hour by owner and, because visitors are free to create, by address. */
export async function reserveUpload(ctx: Context, ownerId: string, type: UploadType): Promise<Result<string, ServiceFailure>> {
  return inTransaction(ctx.db, async (tx): Promise<Result<string, ServiceFailure>> => {
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
