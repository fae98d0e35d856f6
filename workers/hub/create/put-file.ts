/** The response to a PUT; null if none arrived. */
export type PutAnswer = { readonly status: number; readonly statusText: string; readonly retryAfter: string | null } | null

export interface PutOptions {
  readonly contentType: string
  readonly signal: AbortSignal
  readonly onProgress: (sentBytes: number) => void
}

export type PutFile = (url: string, file: Blob, options: PutOptions) => Promise<PutAnswer>

/** A connection without progress for this time counts as dead, in ms. */
const STALLED_MS = 30_000

/** Sends a file with XMLHttpRequest, because fetch reports no upload progress. Never rejects. */
export const putFile: PutFile = (url, file, { contentType, signal, onProgress }) =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    let stallTimer = setTimeout(abort, STALLED_MS)
    const finish = (answer: PutAnswer) => {
      clearTimeout(stallTimer)
      signal.removeEventListener('abort', abort)
      resolve(answer)
    }
    try {
      request.open('PUT', url)
      request.setRequestHeader('content-type', contentType)
    } catch {
      finish(null)
      return
    }
    request.upload.addEventListener('progress', (event) => {
      clearTimeout(stallTimer)
      stallTimer = setTimeout(abort, STALLED_MS)
      onProgress(event.loaded)
    })
    request.addEventListener('load', () => {
      const { status, statusText } = request
      finish({ status, statusText, retryAfter: request.getResponseHeader('retry-after') })
    })
    for (const ending of ['error', 'abort', 'timeout']) request.addEventListener(ending, () => finish(null))
    signal.addEventListener('abort', abort)
    if (signal.aborted) finish(null)
    else request.send(file)
  })
