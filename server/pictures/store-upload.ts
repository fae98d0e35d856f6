import { eq } from 'drizzle-orm'
import type { Services, Context } from '#server/context.ts'
import { type ServiceFailure, refuse } from '#server/platform/context/failure.ts'
import { type Result, fail, ok } from '#shared/result.ts'
import { inTransaction } from '#server/platform/database/in-transaction.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import type { MediaStore } from '#server/platform/media/disk.ts'
import { media } from '#server/platform/database/schema.ts'
import { type IncomingForm, openFormFile } from '#server/platform/http/read-form-file.ts'
import { mediaUrl } from '#server/platform/context/media-name.ts'
import { requireOwner } from '#server/platform/context/require-owner.ts'
import { lockOwner } from '#server/platform/context/lock-owner.ts'
import { NO_FILE_TEXT, NOT_A_FILE_TEXT } from '#shared/api/files.ts'
import { type ArrivedPicture, NOT_A_PICTURE, receivePicture } from './receive-picture.ts'
import { readPermit } from './upload-permit.ts'
import { findStored, reserveUpload, uploadType } from './reserve-upload.ts'

interface UploadRequest {
  readonly name: string
  readonly query: unknown
  readonly contentType: string
  readonly body: ReadableStream<Uint8Array> | null
}

/** Stores the bytes of a presigned upload. The signed address authorises it; the type is determined by content. */
export async function storeUpload({ ctx, input }: { ctx: Services; input: UploadRequest }): Promise<Result<object, ServiceFailure>> {
  const permit = readPermit(input.name, input.query, ctx.secret, ctx.nowMs())
  if (permit === undefined) return refuse('H3013')
  if (input.contentType !== permit.type || input.body === null) return fail(NOT_A_PICTURE)
  return receivePicture(ctx, permit, input.body, (arrived) => inTransaction(ctx.db, (tx) => fillName(tx, ctx.media, permit.name, arrived)))
}

/** The first complete upload fills a reserved name; later ones must have the same bytes. */
async function fillName(
  tx: Transaction,
  files: Pick<MediaStore, 'publish'>,
  name: string,
  { temporaryPath, sha256, width, height }: ArrivedPicture,
): Promise<Result<object, ServiceFailure>> {
  const [row] = await tx.select({ state: media.state, sha256: media.sha256 }).from(media).where(eq(media.name, name)).for('update')
  if (row === undefined) return refuse('H3013')
  if (row.state === 'stored') return row.sha256 === sha256 ? ok({}) : refuse('H3013')
  await files.publish(temporaryPath, name)
  await tx.update(media).set({ state: 'stored', sha256, width, height }).where(eq(media.name, name))
  return ok({})
}

type Answer = Result<{ fileUrl: string }, ServiceFailure>

/** How browsers report a file without a type. */
const NO_TYPE = new Set(['', 'application/octet-stream'])

/** Stores a picture from a form, by the rules of the presigned upload; bytes already stored by this owner keep their address. */
export async function storeForm({ ctx, input }: { ctx: Context; input: IncomingForm }): Promise<Answer> {
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

async function keep(ctx: Context, ownerId: string, name: string, arrived: ArrivedPicture): Promise<Answer> {
  return inTransaction(ctx.db, async (tx): Promise<Answer> => {
    await lockOwner(tx, ownerId)
    // Concurrent uploads of the same bytes by one owner are stored once.
    const known = await findStored(tx, ownerId, arrived.sha256, ctx.nowMs())
    if (known !== undefined) return ok({ fileUrl: mediaUrl(known) })
    const filled = await fillName(tx, ctx.media, name, arrived)
    return filled.ok ? ok({ fileUrl: mediaUrl(name) }) : filled
  })
}
