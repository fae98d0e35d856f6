import type { Database, Transaction } from '#server/database/database.ts'
import { and, asc, eq, gt, inTransaction, isNull } from '#server/database/database.ts'
import { media } from '#server/database/schema.ts'
import { type Answer, type CallAnswer, type Context, ok, refuse } from '#server/verbs/verb.ts'
import type { Services } from '#server/verbs/services.ts'
import { fail } from '#shared/result.ts'
import { type IncomingForm, openFormFile } from '#server/http/read-form.ts'
import { undoWhenBusy } from '#server/http/undo-when-busy.ts'
import { mediaUrl, makeMediaName, UPLOAD_EXTENSION } from '#server/media-store/media-name.ts'
import { requireStorage } from '#server/media-store/storage-use.ts'
import { requireOwner, lockOwner } from '#server/verbs/require-owner.ts'
import { type presignUpload as presignCall, NO_FILE_TEXT, NOT_A_FILE_TEXT } from '#shared/api/files.ts'
import type { MediaStore } from '#server/media-store/file-store.ts'
import { type UploadType, UNUSED_UPLOAD_RETENTION_MS, MAX_UPLOADS_PER_HOUR, UPLOAD_TYPES } from '#shared/domain/media-limits.ts'
import { limitedAddressKey } from '#server/addresses/address-key.ts'
import { LIMITS, countTry, hourlyWaitMs, refund } from '#server/verbs/rate-limit.ts'
import type { CallInput } from '#shared/api/define-call.ts'
import { retryWithRoom } from '#server/media-store/unused-uploads.ts'
import { type ReceivedPicture, NOT_A_PICTURE, maxUploadBytes, receivePicture } from './receive-picture.ts'
import { permitUrl, UPLOAD_PERMIT_MS } from './upload-permit.ts'

type Input = CallInput<typeof presignCall>

/** Reserves a name and signs an upload address; returns `exists` if this owner has already stored these bytes. */
export async function presignUpload({ ctx, input }: { ctx: Context; input: Input }): Promise<CallAnswer<typeof presignCall>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  const type = uploadType(input.contentType, input.filename)
  if (type === undefined) return refuse('H3000', [input.contentType === undefined ? 'filename' : 'contentType'])
  const expiresAtMs = ctx.nowMs() + UPLOAD_PERMIT_MS
  const storedName = input.sha256 === undefined ? undefined : await findStored(ctx.db, owner.value, input.sha256, ctx.nowMs())
  if (storedName !== undefined) return ok({ presignedUrl: '', fileUrl: mediaUrl(storedName), expiresAt: expiresAtMs, exists: true })
  const reservation = await retryWithRoom(ctx, owner.value, () => reserveUpload(ctx, owner.value, type, input.size ?? 1))
  if (!reservation.ok) return reservation
  const presignedUrl = permitUrl({ name: reservation.value, expiresAtMs, type, size: input.size ?? 0 }, ctx.secret)
  return ok({ presignedUrl, fileUrl: mediaUrl(reservation.value), expiresAt: expiresAtMs, exists: false })
}

const TYPE_OF_EXTENSION: Record<string, UploadType> = { jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' }

/** The declared type, else the type of the name's extension; undefined if this type is not accepted. */
function uploadType(contentType: string | undefined, filename: string): UploadType | undefined {
  if (contentType !== undefined) return UPLOAD_TYPES.find((type) => type === contentType.toLowerCase())
  return TYPE_OF_EXTENSION[/\.([a-z0-9]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? '']
}

/** Reserves a name for an upload. Uploads are limited per hour, by owner and also by address, because anyone can create new visitors. */
async function reserveUpload(ctx: Context, ownerId: string, type: UploadType, bytes: number): Promise<Answer<string>> {
  return inTransaction(ctx.db, async (tx): Promise<Answer<string>> => {
    if (!(await lockOwner(tx, ownerId))) return refuse('H3009')
    const storageAnswer = await requireStorage(tx, ctx, ownerId, bytes)
    if (!storageAnswer.ok) return storageAnswer
    const addressKey = limitedAddressKey(ctx.caller.address, ctx.secret)
    const tryAnswer = addressKey === null ? ok(null) : await countTry(tx, ctx.nowMs(), LIMITS.uploadsByAddress, [addressKey])
    if (!tryAnswer.ok) return tryAnswer
    const isOwnUpload = and(eq(media.ownerId, ownerId), eq(media.kind, 'upload'))
    const waitMs = await hourlyWaitMs(tx, media.createdAtMs, isOwnUpload, MAX_UPLOADS_PER_HOUR, ctx.nowMs())
    if (waitMs > 0) return refuse('H4022', undefined, waitMs)
    const name = makeMediaName(UPLOAD_EXTENSION[type])
    await tx.insert(media).values({ name, ownerId, kind: 'upload', state: 'pending', contentType: type, createdAtMs: ctx.nowMs() })
    return ok(name)
  })
}

/** Removes a reserved name for which no upload has arrived, and subtracts the counted try. */
async function releaseUpload(ctx: Context, name: string): Promise<void> {
  const isUnclaimed = and(eq(media.name, name), eq(media.state, 'pending'), isNull(media.sha256))
  await ctx.db.delete(media).where(isUnclaimed)
  const addressKey = limitedAddressKey(ctx.caller.address, ctx.secret)
  if (addressKey !== null) await refund(ctx.db, LIMITS.uploadsByAddress, [addressKey])
}

/** A stored file is not reused in the last day of its retention, because housekeeping deletes it soon. */
const LAST_DAY_MS = 24 * 60 * 60 * 1000

/** The name under which this owner has already stored these bytes. */
async function findStored(db: Database | Transaction, ownerId: string, sha256: string, nowMs: number): Promise<string | undefined> {
  const isReusable = gt(media.createdAtMs, nowMs - UNUSED_UPLOAD_RETENTION_MS + LAST_DAY_MS)
  const [row] = await db
    .select({ name: media.name })
    .from(media)
    .where(and(eq(media.ownerId, ownerId), eq(media.sha256, sha256), eq(media.kind, 'upload'), eq(media.state, 'stored'), isReusable))
    .orderBy(asc(media.createdAtMs), asc(media.name))
    .limit(1)
  return row?.name
}

/**
 * The first complete upload claims a reserved name for its bytes; later uploads must have the same bytes. The row is not locked while the
 * bytes are stored.
 */
export async function claimName(tx: Transaction, name: string, sha256: string): Promise<'ours' | 'stored' | 'taken'> {
  const [row] = await tx.select({ state: media.state, sha256: media.sha256 }).from(media).where(eq(media.name, name)).for('update')
  if (row === undefined || (row.sha256 !== null && row.sha256 !== sha256)) return 'taken'
  if (row.state === 'stored') return 'stored'
  await tx.update(media).set({ sha256 }).where(eq(media.name, name))
  return 'ours'
}

/** Stores the bytes, then runs `storeRow` for their row. If `storeRow` refuses, the file is removed. */
export async function publishClaimed(
  ctx: Pick<Services, 'db' | 'media' | 'nowMs'>,
  name: string,
  { temporaryPath, sha256 }: ReceivedPicture,
  storeRow: (tx: Transaction) => Promise<Answer<null>>,
): Promise<Answer<null>> {
  await ctx.media.publish(temporaryPath, name).catch(async (error: unknown) => {
    const isClaimed = and(eq(media.name, name), eq(media.state, 'pending'))
    await ctx.db.update(media).set({ sha256: null }).where(isClaimed)
    throw error
  })
  const [row] = await ctx.db.select({ ownerId: media.ownerId }).from(media).where(eq(media.name, name))
  const rowAnswer = row === undefined ? refuse('H3013') : await retryWithRoom(ctx, row.ownerId, () => inTransaction(ctx.db, storeRow))
  if (!rowAnswer.ok) await ctx.db.transaction((tx) => removeRefused(tx, ctx.media, name, sha256))
  return rowAnswer
}

/** Removes the file and the claim of a rejected upload. A name that meanwhile was stored, or lost this claim, stays unchanged. */
async function removeRefused(tx: Transaction, files: Pick<MediaStore, 'remove'>, name: string, sha256: string): Promise<void> {
  const [row] = await tx.select({ state: media.state, sha256: media.sha256 }).from(media).where(eq(media.name, name)).for('update')
  if (row !== undefined && (row.state === 'stored' || row.sha256 !== sha256)) return
  await files.remove(name)
  await tx.update(media).set({ sha256: null }).where(eq(media.name, name))
}

/**
 * Marks a name as stored. H3013 if meanwhile the name was erased, its claim was removed, or its owner signed up; an error if the owner's
 * storage is full.
 */
export async function noteStored(
  tx: Transaction,
  ctx: Pick<Services, 'config'>,
  name: string,
  { sha256, width, height, bytes }: ReceivedPicture,
): Promise<Answer<null>> {
  const [owner] = await tx.select({ ownerId: media.ownerId }).from(media).where(eq(media.name, name))
  if (owner === undefined) return refuse('H3013')
  if (!(await lockOwner(tx, owner.ownerId))) return refuse('H3013')
  const [row] = await tx.select({ state: media.state, sha256: media.sha256 }).from(media).where(eq(media.name, name)).for('update')
  if (row?.sha256 !== sha256) return refuse('H3013')
  if (row.state === 'stored') return ok(null)
  const storageAnswer = await requireStorage(tx, ctx, owner.ownerId, bytes)
  if (!storageAnswer.ok) return storageAnswer
  await tx.update(media).set({ state: 'stored', width, height, bytes }).where(eq(media.name, name))
  return ok(null)
}

/** The types that browsers report for a file without a type. */
const NO_TYPE = new Set(['', 'application/octet-stream'])

/** Stores a picture from a form, by the rules of the presigned upload; bytes already stored by this owner have the same address. */
export async function storeForm({ ctx, input }: { ctx: Context; input: IncomingForm }): Promise<Answer<{ fileUrl: string }>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  const file = await openFormFile(input, 'file')
  if (file === 'missing') return fail({ code: 'H3001', fields: ['file'], message: NO_FILE_TEXT })
  if (file === 'text') return fail({ code: 'H3000', fields: ['file'], message: NOT_A_FILE_TEXT })
  const type = uploadType(NO_TYPE.has(file.contentType) ? undefined : file.contentType, file.filename)
  if (type === undefined) return fail(NOT_A_PICTURE)
  const undeclaredSize = { type, size: 0 }
  return ctx.uploadSpace.receive(input.upload, maxUploadBytes(undeclaredSize), async () => {
    const reservation = await retryWithRoom(ctx, owner.value, () => reserveUpload(ctx, owner.value, type, 1))
    if (!reservation.ok) return reservation
    const steps = {
      async checkOnce(sha256: string, check: () => Promise<Answer<{ fileUrl: string }>>) {
        if (!file.isWhole()) return fail(NOT_A_PICTURE)
        const storedName = await findStored(ctx.db, owner.value, sha256, ctx.nowMs())
        return storedName === undefined ? check() : ok({ fileUrl: mediaUrl(storedName) })
      },
      storePicture: (receivedPicture: ReceivedPicture) => storeReceived(ctx, owner.value, reservation.value, receivedPicture),
    }
    const store = () => receivePicture(ctx, undeclaredSize, input.upload, file.bytes, steps)
    return undoWhenBusy(store, () => releaseUpload(ctx, reservation.value))
  })
}

async function storeReceived(
  ctx: Context,
  ownerId: string,
  name: string,
  receivedPicture: ReceivedPicture,
): Promise<Answer<{ fileUrl: string }>> {
  const claim = await ctx.db.transaction((tx) => claimName(tx, name, receivedPicture.sha256))
  if (claim === 'taken') return refuse('H3013')
  let firstName: string | undefined
  const answer = await publishClaimed(ctx, name, receivedPicture, async (tx) => {
    await lockOwner(tx, ownerId)
    // Concurrent uploads of the same bytes by one owner are stored only once.
    firstName = await findStored(tx, ownerId, receivedPicture.sha256, ctx.nowMs())
    return firstName === undefined ? noteStored(tx, ctx, name, receivedPicture) : refuse('H3013')
  })
  if (firstName !== undefined) return ok({ fileUrl: mediaUrl(firstName) })
  return answer.ok ? ok({ fileUrl: mediaUrl(name) }) : answer
}
