import { type AppError, type Result, fail, ok } from '#shared/result.ts'
import { type ApiClient, noAnswer, retryAfterMs } from '#shared/api/client.ts'
import type { PreparedPicture } from '#shared/contract/commit-contract.ts'
import { presignUpload, uploadFile } from '#shared/api/files.ts'
import { withExtension } from '#shared/domain/file-name.ts'
import type { PutFile, PutAnswer } from './put-file.ts'

const DEFAULT_CONTENT_TYPE = 'application/octet-stream'
/** The HTTP status if an upload permit is rejected. */
export const FORBIDDEN = 403
/**
 * The HTTP status if the server cannot receive an upload now: too many bytes arrive, its disk is nearly full, or its database is away. It
 * would reject an upload as a form, too.
 */
const BUSY = 503
/** The HTTP status if the account's storage is full. The server would reject an upload as a form, too. */
const STORAGE_FULL = 507
/** The HTTP statuses for a file that the server rejects itself. An upload as a form would not help. */
const FILE_REJECTED_STATUSES = new Set([413, 415])
/** After more lost PUTs than this with a reachable server, the network probably blocks PUT. */
const LOST_PUTS_BEFORE_FORM = 2

interface UploadOptions {
  readonly signal: AbortSignal
  /** Called before the first byte, each time the server permits an upload. */
  readonly onStart: () => Promise<void>
}

/** One picture of a commit. `bytesBefore` is the size of the commit's pictures before it, which count as sent. */
export interface Upload {
  readonly commitId: string
  readonly picture: PreparedPicture
  readonly bytesBefore: number
}

/** Uploads a picture and returns its permanent URL. Errors: the server's codes, 40001, `upload_failed`, `upload_presign_failed`. */
export type Uploader = (upload: Upload, options: UploadOptions) => Promise<Result<string>>

interface UploaderDeps {
  readonly api: ApiClient
  readonly putFile: PutFile
  readonly onProgress: (commitId: string, sentBytes: number) => void
}

/**
 * Requests a permit and uploads a picture with it. A picture that the server already stores is not sent. After a rejected permit, one more
 * permit is requested; after a 503, the next try uses the same permit. If PUT does not work, the picture is sent as a form.
 */
export function createUploader({ api, putFile, onProgress }: UploaderDeps): Uploader {
  const lostPuts = new Map<string, number>()
  /** The upload permits that were not used up, by commit and picture. */
  const permits = new Map<string, Permit>()

  async function attemptPut(
    upload: Upload,
    { signal, onStart }: UploadOptions,
  ): Promise<{ put: PutAnswer; fileUrl: string } | Result<string>> {
    const { commitId, picture, bytesBefore } = upload
    const { blob, sha256 } = picture
    const contentType = blob.type === '' ? DEFAULT_CONTENT_TYPE : blob.type
    const input = { filename: withExtension(picture.name, blob.type), contentType, size: blob.size, sha256 }
    const key = keyOf(upload)
    const unusedPermit = permits.get(key)
    const permission =
      unusedPermit === undefined ? await api.call(presignUpload, input, { signal }) : ok({ ...unusedPermit, exists: false })
    if (!permission.ok) return isFinalRejection(permission.error) ? fail(NO_PERMISSION) : permission
    const { presignedUrl, fileUrl, exists } = permission.value
    if (exists) return ok(fileUrl)
    permits.set(key, { presignedUrl, fileUrl })
    onProgress(commitId, bytesBefore)
    await onStart()
    const options = { contentType, signal, onProgress: (sentBytes: number) => onProgress(commitId, bytesBefore + sentBytes) }
    return { put: await putFile(presignedUrl, blob, options), fileUrl }
  }

  async function sendForm({ picture }: Upload, signal: AbortSignal, errorIfRejected: AppError): Promise<Result<string>> {
    const { blob, name } = picture
    const file = new File([blob], withExtension(name, blob.type), { type: blob.type })
    const answer = await api.call(uploadFile, { file }, { signal })
    if (answer.ok) return ok(answer.value.fileUrl)
    return isFinalRejection(answer.error) ? fail(errorIfRejected) : answer
  }

  async function sendPicture(upload: Upload, options: UploadOptions): Promise<Result<string>> {
    const { signal } = options
    for (let isLastTry = false; ; isLastTry = true) {
      const result = await attemptPut(upload, options)
      if ('ok' in result) return result
      if (signal.aborted) return fail({ code: 'cancelled', retry: 'now' })
      if (result.put === null) {
        const lostCount = (lostPuts.get(upload.commitId) ?? 0) + 1
        lostPuts.set(upload.commitId, lostCount)
        return lostCount > LOST_PUTS_BEFORE_FORM ? sendForm(upload, signal, noAnswer('upload')) : fail(noAnswer('upload'))
      }
      const { status, statusText, retryAfter } = result.put
      if (status >= 200 && status < 300) return ok(result.fileUrl)
      if (status === BUSY) return fail(busyError(retryAfter))
      if (status === STORAGE_FULL) return fail({ code: 'STORAGE_FULL', retry: 'never' })
      if (status === FORBIDDEN) permits.delete(keyOf(upload))
      if (status === FORBIDDEN && !isLastTry) continue
      const error: AppError = { code: 'upload_failed', retry: 'never', detail: `S3 upload failed: ${status} ${statusText}` }
      return FILE_REJECTED_STATUSES.has(status) ? fail(error) : sendForm(upload, signal, error)
    }
  }

  return async (upload, options) => {
    const result = await sendPicture(upload, options)
    if (result.ok || result.error.code !== 'H503') permits.delete(keyOf(upload))
    if (result.ok) lostPuts.delete(upload.commitId)
    return result
  }
}

/** Whether the server rejected the upload for good. STORAGE_FULL does not count, because the page shows a text of its own for it. */
function isFinalRejection({ code, retry }: AppError): boolean {
  return retry === 'never' && code !== 'STORAGE_FULL'
}

function busyError(retryAfter: string | null): AppError {
  const afterMs = retryAfterMs(retryAfter)
  return { code: 'H503', retry: 'later', ...(afterMs === undefined ? {} : { afterMs }) }
}

function keyOf({ commitId, picture }: Upload): string {
  return `${commitId} ${picture.sha256}`
}

interface Permit {
  readonly presignedUrl: string
  readonly fileUrl: string
}

const NO_PERMISSION: AppError = { code: 'upload_presign_failed', retry: 'never', detail: 'Failed to get S3 presigned URL' }
