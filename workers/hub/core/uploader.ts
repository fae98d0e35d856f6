import type { ApiClient } from '#shared/api/client.ts'
import type { OutboxRow } from '#shared/storage/hub-records.ts'
import type { Result } from '#shared/result.ts'
import type { PutAnswer, PutFile } from '#workers/hub/core/put-file.ts'
import { noAnswer } from '#shared/api/envelope.ts'
import { presignUpload } from '#shared/api/files.ts'
import { withExtension } from '#shared/domain/file-name.ts'
import { fail, ok } from '#shared/result.ts'

const DEFAULT_CONTENT_TYPE = 'application/octet-stream'
const FORBIDDEN = 403
const SERVER_ERROR = 500

/** Uploads the picture of a commit and gives its stable address. Errors: the server's codes, 40001, `upload_failed`, `upload_presign_failed`. */
export type Uploader = (row: OutboxRow, signal: AbortSignal) => Promise<Result<string>>

export interface UploaderDeps {
  readonly api: ApiClient
  readonly putFile: PutFile
  readonly onProgress: (commitId: string, sentBytes: number) => void
}

/** Presigns and sends; bytes that the server already holds are not sent, a refused permission is asked for once more. */
export function createUploader({ api, putFile, onProgress }: UploaderDeps): Uploader {
  async function attempt(
    { id, picture }: OutboxRow,
    signal: AbortSignal,
  ): Promise<{ answer: PutAnswer; fileUrl: string } | Result<string>> {
    const { blob, sha256 } = picture
    const contentType = blob.type === '' ? DEFAULT_CONTENT_TYPE : blob.type
    const input = { filename: withExtension(picture.name, blob.type), contentType, size: blob.size, sha256 }
    const permission = await api.call(presignUpload, input, { signal })
    if (!permission.ok) {
      const { error } = permission
      return error.retry === 'never'
        ? fail({ code: 'upload_presign_failed', retry: 'never', detail: 'Failed to get S3 presigned URL' })
        : permission
    }
    const { presignedUrl, fileUrl, exists } = permission.value
    if (exists) return ok(fileUrl)
    onProgress(id, 0)
    return {
      answer: await putFile(presignedUrl, blob, { contentType, signal, onProgress: (sentBytes) => onProgress(id, sentBytes) }),
      fileUrl,
    }
  }

  return async (row, signal) => {
    for (let isLastTry = false; ; isLastTry = true) {
      const result = await attempt(row, signal)
      if ('ok' in result) return result
      const { answer, fileUrl } = result
      if (signal.aborted) return fail({ code: 'cancelled', retry: 'now' })
      if (answer === null) return fail(noAnswer('upload'))
      if (answer.status >= 200 && answer.status < 300) return ok(fileUrl)
      if (answer.status === FORBIDDEN && !isLastTry) continue
      const detail = `S3 upload failed: ${answer.status} ${answer.statusText}`
      return fail({ code: 'upload_failed', retry: answer.status >= SERVER_ERROR ? 'later' : 'never', detail })
    }
  }
}
