import type { Services } from '#server/services/context/context.ts'
import type { UploadPermit } from './upload-permit.ts'
import fs from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { media } from '#server/database/schema.ts'
import { MAX_UPLOAD_BYTES } from '#shared/domain/media-limits.ts'
import { inspectPicture } from './inspect-picture.ts'
import { receiveBytes } from './receive-bytes.ts'
import { readPermit } from './upload-permit.ts'

/** The HTTP status of an upload: stored, forbidden, too large, or not a picture of its type. */
export type UploadStatus = 200 | 403 | 413 | 415

export interface UploadRequest {
  readonly name: string
  readonly query: unknown
  readonly contentType: string
  readonly body: ReadableStream<Uint8Array> | null
}

type Arrived = { readonly sha256: string; readonly width: number; readonly height: number }

/** Takes the bytes of a presigned upload. The permission in the address is the authority; the bytes decide what they are. */
export async function storeUpload({ ctx, input }: { ctx: Services; input: UploadRequest }): Promise<UploadStatus> {
  const permit = readPermit(input.name, input.query, ctx.secret, ctx.nowMs())
  if (permit === undefined) return 403
  if (input.contentType !== permit.type || input.body === null) return 415
  const temporaryPath = ctx.media.temporaryPath()
  try {
    const arrived = await check(permit, input.body, temporaryPath)
    return typeof arrived === 'number' ? arrived : await keep(ctx, permit.name, arrived, temporaryPath)
  } finally {
    await fs.rm(temporaryPath, { force: true })
  }
}

async function check(permit: UploadPermit, body: ReadableStream<Uint8Array>, path: string): Promise<Arrived | 413 | 415> {
  const maxBytes = permit.size === 0 ? MAX_UPLOAD_BYTES : permit.size
  const received = await receiveBytes(body, path, maxBytes)
  if (received.isTooLarge) return 413
  if (received.size < permit.size) return 415
  const picture = await inspectPicture(path, permit.type)
  return picture === undefined ? 415 : { sha256: received.sha256, ...picture }
}

/** The first complete upload fills the name; the same bytes again are fine, other bytes are not. */
async function keep(ctx: Services, name: string, arrived: Arrived, temporaryPath: string): Promise<200 | 403> {
  return ctx.db.transaction(async (tx) => {
    const [row] = await tx.select({ state: media.state, sha256: media.sha256 }).from(media).where(eq(media.name, name)).for('update')
    if (row === undefined) return 403
    if (row.state === 'stored') return row.sha256 === arrived.sha256 ? 200 : 403
    await ctx.media.publish(temporaryPath, name)
    await tx
      .update(media)
      .set({ state: 'stored', ...arrived })
      .where(eq(media.name, name))
    return 200
  })
}
