import type { Services } from '#server/context.ts'
import type { ServiceFailure } from '#server/platform/context/failure.ts'
import type { UploadPermit } from './upload-permit.ts'
import fs from 'node:fs/promises'
import { MAX_UPLOAD_BYTES } from '#shared/domain/media-limits.ts'
import { type Result, fail } from '#shared/result.ts'
import { receiveBytes } from '#server/platform/http/read-form.ts'
import { inspectPicture } from './inspect-picture.ts'

/** A checked picture in a temporary file. `sha256` is of the received bytes. */
export interface ArrivedPicture {
  readonly temporaryPath: string
  readonly sha256: string
  readonly width: number
  readonly height: number
}

export const TOO_LARGE: ServiceFailure = { code: 'H3000', fields: ['file'], status: 413 }
export const NOT_A_PICTURE: ServiceFailure = { code: 'H3000', fields: ['file'], status: 415 }

/** Receives the bytes of any upload, and passes a valid picture to `keep`; temporary files are always removed. */
export async function receivePicture<T>(
  ctx: Pick<Services, 'media'>,
  { type, size }: Pick<UploadPermit, 'type' | 'size'>,
  bytes: AsyncIterable<Uint8Array>,
  keep: (arrived: ArrivedPicture) => Promise<Result<T, ServiceFailure>>,
): Promise<Result<T, ServiceFailure>> {
  const temporaryPath = ctx.media.temporaryPath()
  try {
    const received = await receiveBytes(bytes, temporaryPath, size === 0 ? MAX_UPLOAD_BYTES : size)
    if (received.isTooLarge) return fail(TOO_LARGE)
    const picture = received.size < size ? undefined : await inspectPicture(temporaryPath, type)
    return picture === undefined ? fail(NOT_A_PICTURE) : await keep({ temporaryPath, sha256: received.sha256, ...picture })
  } finally {
    await fs.rm(temporaryPath, { force: true })
  }
}
