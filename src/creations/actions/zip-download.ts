import { systemClock } from '#shared/clock.ts'
import { anySignal } from '#shared/any-signal.ts'
import { type ZipAnswer, type ZipApi, type ZipOrder, type ZipProgress, ZIP_FOLDER } from '#shared/contract/zip-contract.ts'
import { type WorkerFailure, connectWorker, createWorkerClient } from '#src/browser/worker-client.ts'
import { stopOnAccountChange } from './zip-cleanup.ts'

/** How long a saved zip stays on the device, in ms. The browser reads the file until its copy in the downloads folder is complete. */
const ZIP_RETENTION_MS = 10 * 60 * 1000

export interface ZipOptions {
  readonly signal: AbortSignal
  readonly onProgress: (progress: ZipProgress) => void
}

/** Packs videos into a zip in a dedicated worker. An abort or a change of account ends the worker. Never rejects. */
export async function zipVideos(order: Omit<ZipOrder, 'draftName'>, { signal, onProgress }: ZipOptions): Promise<ZipAnswer> {
  if (signal.aborted) return { status: 'cancelled' }
  const draftName = `${crypto.randomUUID()}.zip`
  const worker = createWorkerClient<ZipApi, ZipProgress>({
    spawn: (events) =>
      connectWorker(new Worker(new URL('../../../workers/zip/zip-worker.ts', import.meta.url), { type: 'module', name: 'zip' }), events),
    setTimer: systemClock.setTimer,
  })
  const accountChange = new AbortController()
  const unregister = stopOnAccountChange(() => accountChange.abort())
  const result = await anySignal([signal, accountChange.signal], (stopSignal) =>
    worker.call((api) => api.pack({ ...order, draftName }), { signal: stopSignal, onProgress }),
  )
  worker.end()
  unregister()
  const answer = result.ok ? result.value : answerOf(result.error)
  setTimeout(() => void dropDraft(draftName), answer.status === 'packed' ? ZIP_RETENTION_MS : 0)
  return answer
}

function answerOf({ code, detail }: WorkerFailure): ZipAnswer {
  if (code === 'cancelled') return { status: 'cancelled' }
  console.warn('The zip file was not created.', detail)
  return { status: 'failed' }
}

/** Deletes a zip from this device: the partial zip of an ended worker, or a saved zip after ZIP_RETENTION_MS. */
async function dropDraft(name: string): Promise<void> {
  try {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(ZIP_FOLDER)
    await folder.removeEntry(name)
  } catch {
    // The file does not exist, or is still locked for a moment after its worker has ended. The next zip deletes such a file.
  }
}
