import { releaseProxy, wrap } from 'comlink'
import type { HubApi } from '#shared/contract/hub-contract.ts'
import { waitForLockRelease } from '#shared/browser/locks.ts'
import { openChannel } from '#shared/browser/open-channel.ts'
import { hubNodeLock } from '#shared/contract/protocol-version.ts'
import { can } from '#shared/browser/capabilities.ts'
import { noteWorkerError } from '../reporting/errors.ts'

const HELLO_TIMEOUT_MS = 5000

/** Where the hub of this page runs. */
type HubCarrier = 'shared worker' | 'own worker' | 'page'

let carrier: HubCarrier | null = null

/** Where the hub runs; null until this page has connected to it. */
export function hubCarrier(): HubCarrier | null {
  return carrier
}

/** A connection to one hub. A shared worker ends without an event, so `gone` follows a lock of the worker. */
export interface HubLink {
  readonly api: HubApi
  /** Resolves when the worker has ended. */
  readonly gone: Promise<void>
  readonly isGone: () => boolean
  /** Disconnects from a worker that does not answer. A dedicated worker is terminated. */
  readonly close: () => void
  /**
   * Called before the tab freezes. A dedicated worker would freeze too, so it is terminated, and a hub worker of another tab continues
   * the work.
   */
  readonly endBeforeFreeze: () => void
}

/**
 * Connects to the shared worker, else to a dedicated worker. If workers fail or the browser can't end them, the hub runs on the
 * page.
 */
export async function openHubLink(): Promise<HubLink> {
  const sharedWorkers = can('endWorkers') && can('sharedWorker') ? [['shared worker', openSharedWorker] as const] : []
  const ownWorkers = can('endWorkers') && can('worker') ? [['own worker', openOwnWorker] as const] : []
  for (const [name, openLink] of [...sharedWorkers, ...ownWorkers]) {
    try {
      const link = await openLink()
      carrier = name
      return link
    } catch (error) {
      console.warn('This connection to the hub is closed.', error)
    }
  }
  carrier = 'page'
  return openOnPage()
}

async function openSharedWorker(): Promise<HubLink> {
  const worker = new SharedWorker(new URL('../../workers/hub/hub-worker.ts', import.meta.url), { type: 'module', name: 'hub' })
  return greetWorker(worker.port, worker, { close: () => worker.port.close(), endBeforeFreeze: () => undefined })
}

async function openOwnWorker(): Promise<HubLink> {
  const worker = new Worker(new URL('../../workers/hub/hub-worker.ts', import.meta.url), { type: 'module', name: 'hub' })
  const terminate = () => worker.terminate()
  try {
    return await greetWorker(worker, worker, { close: terminate, endBeforeFreeze: terminate })
  } catch (error) {
    terminate()
    throw error
  }
}

let pageHub: Promise<HubLink> | undefined

/**
 * Runs the hub on the page; all calls share it. When the page freezes, WebKit drops the hub's locks, connection and requests. So the hub
 * stops before a freeze, and a new hub starts afterwards.
 */
function openOnPage(): Promise<HubLink> {
  pageHub ??= startOnPage()
  pageHub.catch(() => {
    pageHub = undefined
  })
  return pageHub
}

async function startOnPage(): Promise<HubLink> {
  const { startBrowserHub } = await import('#workers/hub/browser-hub.ts')
  const { api, stop } = startBrowserHub(openChannel)
  let hasEnded = false
  let resolveGone = (): void => undefined
  const gone = new Promise<void>((resolve) => {
    resolveGone = resolve
  })
  const stopHub = (): void => {
    pageHub = undefined
    hasEnded = true
    stop()
    resolveGone()
  }
  return { api: withCopies(api), gone, isGone: () => hasEnded, close: () => undefined, endBeforeFreeze: stopHub }
}

/**
 * Clones arguments and results, as `postMessage` to a worker would do. Without this, page and hub would change each other's
 * objects.
 */
function withCopies(hub: HubApi): HubApi {
  const calls = Object.entries(hub).map(([name, call]: [string, (...args: unknown[]) => Promise<unknown>]) => [
    name,
    async (...args: unknown[]) => structuredClone(await call(...structuredClone(args))),
  ])
  return Object.fromEntries(calls) as HubApi
}

async function greetWorker(
  endpoint: MessagePort | Worker,
  worker: AbstractWorker,
  closers: Pick<HubLink, 'close' | 'endBeforeFreeze'>,
): Promise<HubLink> {
  const api = wrap<HubApi>(endpoint)
  const { nodeId } = await Promise.race([api.hello(), rejectOnFailure(worker)])
  let hasEnded = false
  const gone = waitForLockRelease(hubNodeLock(nodeId)).then(() => {
    hasEnded = true
    api[releaseProxy]()
    return undefined
  })
  return { api, gone, isGone: () => hasEnded, ...closers }
}

function rejectOnFailure(worker: AbstractWorker): Promise<never> {
  return new Promise((_, reject) => {
    worker.addEventListener('error', (event) => {
      noteWorkerError('hub', event instanceof ErrorEvent ? event.message : 'could not be loaded')
      reject(new Error('The hub worker failed to load.'))
    })
    setTimeout(() => reject(new Error('The hub worker does not respond.')), HELLO_TIMEOUT_MS)
  })
}
