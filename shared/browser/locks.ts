/**
 * Acquires a lock for the lifetime of this page or worker, or until `stopSignal` aborts. Resolves when the lock is granted; immediately if
 * locks are denied.
 */
export function holdLock(name: string, stopSignal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const request = navigator.locks.request(name, async () => {
      resolve()
      await waitForAbort(stopSignal)
    })
    request.catch(() => resolve())
  })
}

/** Acquires a free lock for the lifetime of this page or worker. False: the lock is in use. True if locks are denied. */
export function holdFreeLock(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      resolve(lock !== null)
      if (lock !== null) await new Promise<never>(() => undefined)
    })
    request.catch(() => resolve(true))
  })
}

/** Resolves when the lock is released. Never resolves if locks are denied, or after `stopSignal` aborts. */
export async function waitForLockRelease(name: string, stopSignal?: AbortSignal): Promise<void> {
  try {
    await retryUntilGranted(
      () => navigator.locks.request(name, stopSignal === undefined ? {} : { signal: stopSignal }, () => undefined),
      stopSignal,
    )
  } catch (error) {
    if (stopSignal?.aborted === true) await new Promise<never>(() => undefined)
    if (!isDenied(error)) throw error
    await new Promise<never>(() => undefined)
  }
}

/** Runs `work` exclusively among pages and workers of this site; immediately if locks are denied. */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  let startedWork: Promise<T> | undefined
  try {
    await retryUntilGranted(async () => {
      if (startedWork === undefined) await navigator.locks.request(name, () => (startedWork = work()))
    })
  } catch (error) {
    if (!isDenied(error)) throw error
  }
  return startedWork ?? work()
}

/** How a lock is requested: queued until the signal aborts, or stolen. */
export type LockOptions = { readonly signal: AbortSignal } | { readonly steal: true }

/**
 * Acquires a lock while `work` runs. Rejects when the signal aborts the wait. Also rejects when another client steals the lock, while
 * `work` continues. If locks are denied, shared storage is denied too, so `work` runs without a lock.
 */
export async function withStealableLock(name: string, options: LockOptions, work: () => Promise<void>): Promise<void> {
  try {
    await navigator.locks.request(name, options, work)
  } catch (error) {
    if (!isDenied(error)) throw error
    await work()
  }
}

/** The granted locks of this site, with the client of each; none if locks are denied. */
export async function acquiredLocks(): Promise<readonly { readonly name: string; readonly clientId: string }[]> {
  const { held: locks = [] } = await navigator.locks.query().catch(() => ({ held: [] }))
  return locks.map(({ name = '', clientId = '' }) => ({ name, clientId }))
}

/** Retries when the browser aborts the wait. WebKit does so when it restores a page from its back/forward cache. */
async function retryUntilGranted(request: () => Promise<void>, stopSignal?: AbortSignal): Promise<void> {
  for (;;) {
    try {
      await request()
      return
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError') || stopSignal?.aborted === true) throw error
    }
  }
}

function waitForAbort(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) resolve()
    else signal?.addEventListener('abort', () => resolve(), { once: true })
  })
}

function isDenied(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'SecurityError'
}
