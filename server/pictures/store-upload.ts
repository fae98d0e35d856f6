import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { type Services, type Context, type Answer, ok, refuse } from '#server/context.ts'
import { fail } from '#shared/result.ts'
import type { Transaction, Database } from '#server/platform/database/database.ts'
import { media, batch } from '#server/platform/database/schema.ts'
import { type IncomingForm, openFormFile } from '#server/platform/http/read-form.ts'
import { mediaUrl } from '#server/platform/context/media-name.ts'
import { requireOwner, lockOwner } from '#server/platform/context/require-owner.ts'
import { NO_FILE_TEXT, NOT_A_FILE_TEXT } from '#shared/api/files.ts'
import { type ArrivedPicture, NOT_A_PICTURE, receivePicture } from './inspect-picture.ts'
import { readPermit } from './upload-permit.ts'
import { findStored, reserveUpload, uploadType } from './reserve-upload.ts'
import type { MediaStore } from '#server/platform/media/file-store.ts'
import { UNUSED_UPLOAD_KEPT_MS } from '#shared/domain/media-limits.ts'

interface UploadRequest {
  readonly name: string
  readonly query: unknown
  readonly contentType: string
  readonly body: ReadableStream<Uint8Array> | null
}

/** Stores the bytes of a presigned upload. The signed address authorises it; the type is determined by content. */
export async function storeUpload({ ctx, input }: { ctx: Services; input: UploadRequest }): Promise<Answer<object>> {
  const permit = readPermit(input.name, input.query, ctx.secret, ctx.nowMs())
  if (permit === undefined) return refuse('H3013')
  if (input.contentType !== permit.type || input.body === null) return fail(NOT_A_PICTURE)
  return receivePicture(ctx, permit, input.body, async (arrived) => {
    const claimed = await ctx.db.transaction((tx) => claimName(tx, permit.name, arrived.sha256))
    if (claimed !== 'ours') return claimed === 'stored' ? ok({}) : refuse('H3013')
    return (await publishClaimed(ctx, permit.name, arrived, (tx) => noteStored(tx, permit.name, arrived))) ? ok({}) : refuse('H3013')
  })
}

/** The first complete upload claims a reserved name for its bytes; later ones must have the same. Nothing is locked while they are stored. */
async function claimName(tx: Transaction, name: string, sha256: string): Promise<'ours' | 'stored' | 'taken'> {
  const [row] = await tx.select({ state: media.state, sha256: media.sha256 }).from(media).where(eq(media.name, name)).for('update')
  if (row === undefined || (row.sha256 !== null && row.sha256 !== sha256)) return 'taken'
  if (row.state === 'stored') return 'stored'
  await tx.update(media).set({ sha256 }).where(eq(media.name, name))
  return 'ours'
}

/** Stores the bytes, then what `note` writes of it; without a note nothing is kept. */
async function publishClaimed(
  ctx: Pick<Services, 'db' | 'media'>,
  name: string,
  { temporaryPath }: ArrivedPicture,
  note: (tx: Transaction) => Promise<boolean>,
): Promise<boolean> {
  await ctx.media.publish(temporaryPath, name).catch(async (error: unknown) => {
    const isClaimed = and(eq(media.name, name), eq(media.state, 'pending'))
    await ctx.db.update(media).set({ sha256: null }).where(isClaimed)
    throw error
  })
  const isKept = await ctx.db.transaction(note)
  if (!isKept) await ctx.media.remove(name)
  return isKept
}

/** False where the name was erased meanwhile. */
async function noteStored(tx: Transaction, name: string, { sha256, width, height }: ArrivedPicture): Promise<boolean> {
  const stored = await tx
    .update(media)
    .set({ state: 'stored', sha256, width, height })
    .where(eq(media.name, name))
    .returning({ name: media.name })
  return stored.length > 0
}

/** How browsers report a file without a type. */
const NO_TYPE = new Set(['', 'application/octet-stream'])

/** Stores a picture from a form, by the rules of the presigned upload; bytes already stored by this owner keep their address. */
export async function storeForm({ ctx, input }: { ctx: Context; input: IncomingForm }): Promise<Answer<{ fileUrl: string }>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  const file = await openFormFile(input, 'file')
  if (file === 'missing') return fail({ code: 'H3001', fields: ['file'], message: NO_FILE_TEXT })
  if (file === 'text') return fail({ code: 'H3000', fields: ['file'], message: NOT_A_FILE_TEXT })
  const type = uploadType(NO_TYPE.has(file.contentType) ? undefined : file.contentType, file.filename)
  if (type === undefined) return fail(NOT_A_PICTURE)
  const reserved = await reserveUpload(ctx, owner.value, type)
  if (!reserved.ok) return reserved
  return receivePicture(ctx, { type, size: 0 }, file.bytes, async (arrived) =>
    file.isWhole() ? keep(ctx, owner.value, reserved.value, arrived) : fail(NOT_A_PICTURE),
  )
}

async function keep(ctx: Context, ownerId: string, name: string, arrived: ArrivedPicture): Promise<Answer<{ fileUrl: string }>> {
  const known = await findStored(ctx.db, ownerId, arrived.sha256, ctx.nowMs())
  if (known !== undefined) return ok({ fileUrl: mediaUrl(known) })
  let first: string | undefined
  const isKept = await publishClaimed(ctx, name, arrived, async (tx) => {
    await lockOwner(tx, ownerId)
    // Concurrent uploads of the same bytes by one owner are stored once.
    first = await findStored(tx, ownerId, arrived.sha256, ctx.nowMs())
    return first === undefined && noteStored(tx, name, arrived)
  })
  if (first !== undefined) return ok({ fileUrl: mediaUrl(first) })
  return isKept ? ok({ fileUrl: mediaUrl(name) }) : refuse('H3013')
}

const ERASED_AT_ONCE = 200

/** Deletes uploads that no video uses: anybody can store them. */
export async function eraseUnusedUploads(db: Database, files: Pick<MediaStore, 'remove'>, nowMs: number): Promise<void> {
  let erased = ERASED_AT_ONCE
  while (erased === ERASED_AT_ONCE) erased = await eraseSomeUploads(db, files, nowMs - UNUSED_UPLOAD_KEPT_MS)
}

/** Files are deleted before the commit: after a crash the rows are left to the next round. */
async function eraseSomeUploads(db: Database, files: Pick<MediaStore, 'remove'>, beforeMs: number): Promise<number> {
  return db.transaction(async (tx) => {
    const isUnused = sql`not exists (select 1 from ${batch} where ${batch.ownerId} = ${media.ownerId} and ${media.name} = any(${batch.images}))`
    const isDue = and(eq(media.kind, 'upload'), eq(media.state, 'stored'), lt(media.createdAtMs, beforeMs), isUnused)
    const due = tx.select({ name: media.name }).from(media).where(isDue).limit(ERASED_AT_ONCE).for('update', { skipLocked: true })
    const erased = await tx.delete(media).where(inArray(media.name, due)).returning({ name: media.name })
    for (const { name } of erased) await files.remove(name)
    return erased.length
  })
}
