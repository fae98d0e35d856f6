import type { Services } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { Result } from '#shared/result.ts'
import { inTransaction } from '#server/database/in-transaction.ts'
import { refuse } from '#server/services/context/failure.ts'
import { fail } from '#shared/result.ts'
import { fillName } from './fill-name.ts'
import { NOT_A_PICTURE, receivePicture } from './receive-picture.ts'
import { readPermit } from './upload-permit.ts'

export interface UploadRequest {
  readonly name: string
  readonly query: unknown
  readonly contentType: string
  readonly body: ReadableStream<Uint8Array> | null
}

/** Takes the bytes of a presigned upload. The permission in the address is the authority; the bytes decide what they are. */
export async function storeUpload({ ctx, input }: { ctx: Services; input: UploadRequest }): Promise<Result<object, ServiceFailure>> {
  const permit = readPermit(input.name, input.query, ctx.secret, ctx.nowMs())
  if (permit === undefined) return refuse('H3013')
  if (input.contentType !== permit.type || input.body === null) return fail(NOT_A_PICTURE)
  return receivePicture(ctx, permit, input.body, (arrived) => inTransaction(ctx.db, (tx) => fillName(tx, ctx.media, permit.name, arrived)))
}
