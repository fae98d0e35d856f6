/** Takes a lock and keeps it as long as this page or worker lives, or until `stopped`. Resolves when it is held; where locks are denied, at once. */
export function holdLock(name: string, stopped?: AbortSignal): Promise<void> {
  return new Promise((held) => {
    const request = navigator.locks.request(name, async () => {
      held()
      await aborted(stopped)
    })
    request.catch(() => held())
  })
}

/** Takes a lock that nobody has and keeps it as long as this page or worker lives. False when somebody has it; true where locks are denied. */
export function holdFreeLock(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      resolve(lock !== null)
      if (lock !== null) await new Promise<never>(() => undefined)
    })
    request.catch(() => resolve(true))
  })
}

/** Resolves when whoever holds the lock is gone; lets it go at once. Where locks are denied, and once `stopped`, it never resolves. */
export async function lockReleased(name: string, stopped?: AbortSignal): Promise<void> {
  try {
    await untilGranted(() => navigator.locks.request(name, stopped === undefined ? {} : { signal: stopped }, () => undefined), stopped)
  } catch (error) {
    if (stopped?.aborted === true) await new Promise<never>(() => undefined)
    if (!isDenied(error)) throw error
    await new Promise<never>(() => undefined)
  }
}

/** Runs `work` while no other page or worker runs one under the same name; where locks are denied, at once. */
export async function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  let begun: Promise<T> | undefined
  try {
    await untilGranted(async () => {
      if (begun === undefined) await navigator.locks.request(name, () => (begun = work()))
    })
  } catch (error) {
    if (!isDenied(error)) throw error
  }
  return begun ?? work()
}

/** How a lock is asked for: in turn, as long as the signal allows, or taken from whoever has it. */
export type LockOptions = { readonly signal: AbortSignal } | { readonly steal: true }

/**
 * Keeps a lock while `work` runs. Rejects when the signal is aborted while it waits, and when the lock is stolen: `work` goes on then.
 * A browser that denies locks to this site denies it shared storage too, so `work` runs without one.
 */
export async function withLock(name: string, options: LockOptions, work: () => Promise<void>): Promise<void> {
  try {
    await navigator.locks.request(name, options, work)
  } catch (error) {
    if (!isDenied(error)) throw error
    await work()
  }
}

/** The locks that pages and workers of this site hold, with the client that holds each; none where locks are denied. */
export async function heldLocks(): Promise<readonly { readonly name: string; readonly clientId: string }[]> {
  const { held = [] } = await navigator.locks.query().catch(() => ({ held: [] }))
  return held.map(({ name = '', clientId = '' }) => ({ name, clientId }))
}

/** Asks again as often as the browser breaks the waiting off: WebKit does when it shows a page again that it has kept for the way back. */
async function untilGranted(request: () => Promise<void>, stopped?: AbortSignal): Promise<void> {
  for (;;) {
    try {
      await request()
      return
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError') || stopped?.aborted === true) throw error
    }
  }
}

function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) resolve()
    else signal?.addEventListener('abort', () => resolve(), { once: true })
  })
}

function isDenied(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'SecurityError'
}
