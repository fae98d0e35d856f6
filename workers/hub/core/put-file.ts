/** What came back for a PUT; null when nothing did. */
export type PutAnswer = { readonly status: number; readonly statusText: string } | null

export interface PutOptions {
  readonly contentType: string
  readonly signal: AbortSignal
  readonly onProgress: (sentBytes: number) => void
}

export type PutFile = (url: string, file: Blob, options: PutOptions) => Promise<PutAnswer>

/** A connection that moves no byte for this long is dead, whatever it says, in ms. */
const STALLED_MS = 30_000

/** Sends a file by XMLHttpRequest, the only way that tells how many bytes have gone. Never rejects. */
export const putFile: PutFile = (url, file, { contentType, signal, onProgress }) =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    let stall = setTimeout(abort, STALLED_MS)
    const finish = (answer: PutAnswer) => {
      clearTimeout(stall)
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
      clearTimeout(stall)
      stall = setTimeout(abort, STALLED_MS)
      onProgress(event.loaded)
    })
    request.addEventListener('load', () => finish({ status: request.status, statusText: request.statusText }))
    for (const ending of ['error', 'abort', 'timeout']) request.addEventListener(ending, () => finish(null))
    signal.addEventListener('abort', abort)
    if (signal.aborted) finish(null)
    else request.send(file)
  })
