import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { Result } from '#shared/result.ts'
import type { IncomingForm } from './read-form-file.ts'
import type { ArrivedPicture } from './receive-picture.ts'
import { inTransaction } from '#server/database/in-transaction.ts'
import { mediaUrl } from '#server/services/context/media-name.ts'
import { requireOwner } from '#server/services/context/require-owner.ts'
import { lockOwner } from '#server/services/credits/lock-owner.ts'
import { NO_FILE_TEXT, NOT_A_FILE_TEXT } from '#shared/api/files.ts'
import { fail, ok } from '#shared/result.ts'
import { fillName } from './fill-name.ts'
import { findStored } from './find-stored.ts'
import { openFormFile } from './read-form-file.ts'
import { NOT_A_PICTURE, receivePicture } from './receive-picture.ts'
import { reserveUpload, uploadType } from './reserve-upload.ts'

type Answer = Result<{ fileUrl: string }, ServiceFailure>

/** What browsers call a file without a type. */
const NO_TYPE = new Set(['', 'application/octet-stream'])

/** Takes a picture that comes in a form, by the rules of the presigned upload; bytes this owner has stored already keep their address. */
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
    // Two uploads are one: the same bytes of the same owner.
    const known = await findStored(tx, ownerId, arrived.sha256, ctx.nowMs())
    if (known !== undefined) return ok({ fileUrl: mediaUrl(known) })
    const filled = await fillName(tx, ctx.media, name, arrived)
    return filled.ok ? ok({ fileUrl: mediaUrl(name) }) : filled
  })
}
