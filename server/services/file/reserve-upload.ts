import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { UploadType } from '#shared/domain/media-limits.ts'
import type { Result } from '#shared/result.ts'
import { and, eq } from 'drizzle-orm'
import { inTransaction } from '#server/database/in-transaction.ts'
import { media } from '#server/database/schema.ts'
import { isLoopback } from '#server/services/account/address-key.ts'
import { LIMITS } from '#server/services/auth/limits.ts'
import { callerKey, countTry } from '#server/services/auth/rate-limit.ts'
import { refuse } from '#server/services/context/failure.ts'
import { hourlyWaitMs } from '#server/services/context/hourly-wait.ts'
import { makeMediaName, UPLOAD_EXTENSION } from '#server/services/context/media-name.ts'
import { lockOwner } from '#server/services/credits/lock-owner.ts'
import { MAX_UPLOADS_PER_HOUR, UPLOAD_TYPES } from '#shared/domain/media-limits.ts'
import { ok } from '#shared/result.ts'

const TYPE_OF_EXTENSION: Record<string, UploadType> = { jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' }

/** The type that is said, else the one of the name's extension; undefined when we take none of that type. */
export function uploadType(contentType: string | undefined, filename: string): UploadType | undefined {
  if (contentType !== undefined) return UPLOAD_TYPES.find((type) => type === contentType.toLowerCase())
  return TYPE_OF_EXTENSION[/\.([a-z0-9]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? '']
}

/** Reserves a name for a file that is still to come, so often in an hour for an owner and, because visitors are made for nothing, for an address. */
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
