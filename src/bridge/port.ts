import type { Remote } from 'comlink'
import { releaseProxy, wrap } from 'comlink'
import type { HubApi } from '#shared/contract/hub-contract.ts'
import { lockReleased } from '#shared/browser/locks.ts'
import { hubNodeLock } from '#shared/contract/protocol-version.ts'

const HELLO_TIMEOUT_MS = 5000

/** A connection to one hub worker. A shared worker dies without an event, so its lock tells. */
export interface HubLink {
  readonly api: Remote<HubApi>
  /** Resolves when the worker is gone. */
  readonly gone: Promise<void>
  readonly isGone: () => boolean
  /** Lets go of a worker that does not answer; one of this tab's own is ended. */
  readonly close: () => void
}

/** Connects to the shared worker, or to one of this tab's own where there is none. Rejects when neither answers. */
export async function openHubLink(): Promise<HubLink> {
  if (typeof SharedWorker === 'function') {
    try {
      const worker = new SharedWorker(new URL('../../workers/hub/hub-worker.ts', import.meta.url), { type: 'module', name: 'hub' })
      return await greet(worker.port, worker, () => worker.port.close())
    } catch (error) {
      console.warn('The shared worker did not start; this tab uses its own.', error)
    }
  }
  const worker = new Worker(new URL('../../workers/hub/hub-worker.ts', import.meta.url), { type: 'module', name: 'hub' })
  return greet(worker, worker, () => worker.terminate())
}

async function greet(endpoint: MessagePort | Worker, worker: AbstractWorker, close: () => void): Promise<HubLink> {
  const api = wrap<HubApi>(endpoint)
  const { nodeId } = await Promise.race([api.hello(), failure(worker)])
  let hasEnded = false
  const gone = lockReleased(hubNodeLock(nodeId), new AbortController().signal).then(() => {
    hasEnded = true
    api[releaseProxy]()
    return undefined
  })
  return { api, gone, isGone: () => hasEnded, close }
}

function failure(worker: AbstractWorker): Promise<never> {
  return new Promise((_, reject) => {
    worker.addEventListener('error', () => reject(new Error('The hub worker failed to load.')), { once: true })
    setTimeout(() => reject(new Error('The hub worker is silent.')), HELLO_TIMEOUT_MS)
  })
}
