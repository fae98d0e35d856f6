import { anySignal } from '#shared/any-signal.ts'
import { type ZipAnswer, type ZipMessage, type ZipOrder, type ZipProgress, ZIP_FOLDER } from '#shared/contract/zip-contract.ts'
import { endsWithAccount } from './zip-cleanup.ts'

/** A saved pack has been copied by then, in ms; until then the browser may still read from it. */
const PARCEL_KEPT_MS = 10 * 60 * 1000

export interface ZipOptions {
  readonly signal: AbortSignal
  readonly onProgress: (progress: ZipProgress) => void
}

/** Has a pack packed by a worker of its own, which ends with it; an abort, or the end of the account, ends both at once. Never rejects. */
export async function zipVideos(order: Omit<ZipOrder, 'draftName'>, { signal, onProgress }: ZipOptions): Promise<ZipAnswer> {
  if (signal.aborted) return { status: 'cancelled' }
  const draftName = `${crypto.randomUUID()}.zip`
  const worker = new Worker(new URL('../../../workers/zip/zip-worker.ts', import.meta.url), { type: 'module', name: 'zip' })
  const accountGone = new AbortController()
  const hasEnded = endsWithAccount(() => accountGone.abort())
  const answer = await anySignal(
    [signal, accountGone.signal],
    (stopped) =>
      new Promise<ZipAnswer>((resolve) => {
        const fail = () => resolve({ status: 'failed' })
        stopped.addEventListener('abort', () => resolve({ status: 'cancelled' }), { once: true })
        worker.addEventListener('error', fail)
        worker.addEventListener('messageerror', fail)
        worker.addEventListener('message', ({ data }: MessageEvent<ZipMessage>) => {
          if ('answer' in data) resolve(data.answer)
          else if (!stopped.aborted) onProgress(data.progress)
        })
        worker.postMessage({ ...order, draftName } satisfies ZipOrder)
      }),
  )
  worker.terminate()
  hasEnded()
  setTimeout(() => void dropDraft(draftName), answer.status === 'packed' ? PARCEL_KEPT_MS : 0)
  return answer
}

/** What an ended worker has begun to write; its file is free a moment after it. */
async function dropDraft(name: string): Promise<void> {
  try {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(ZIP_FOLDER)
    await folder.removeEntry(name)
  } catch {
    // It was never begun, or it is still held: the next pack sweeps it away.
  }
}
