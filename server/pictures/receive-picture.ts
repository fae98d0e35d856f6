import type { Services } from '#server/context.ts'
import type { ServiceFailure } from '#server/platform/context/failure.ts'
import type { UploadPermit } from './upload-permit.ts'
import fs from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { MAX_UPLOAD_BYTES } from '#shared/domain/media-limits.ts'
import { type Result, fail } from '#shared/result.ts'
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

/** The received bytes; `isTooLarge` as soon as the limit is exceeded, when the rest is not read. */
interface ReceivedBytes {
  readonly size: number
  readonly sha256: string
  readonly isTooLarge: boolean
}

/** Streams a body to a new file and hashes it meanwhile; rejects when the client disconnects. */
async function receiveBytes(body: AsyncIterable<Uint8Array>, targetPath: string, maxBytes: number): Promise<ReceivedBytes> {
  const hash = createHash('sha256')
  const file = await fs.open(targetPath, 'wx')
  let size = 0
  try {
    for await (const chunk of body) {
      size += chunk.byteLength
      if (size > maxBytes) return { size, sha256: '', isTooLarge: true }
      hash.update(chunk)
      await file.writeFile(chunk)
    }
    return { size, sha256: hash.digest('hex'), isTooLarge: false }
  } finally {
    await file.close()
  }
}
