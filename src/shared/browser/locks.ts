/** Takes a lock and keeps it as long as this page or worker lives. Resolves when it is held; where locks are denied, at once. */
export function holdLock(name: string): Promise<void> {
  return new Promise((held) => {
    const request = navigator.locks.request(name, () => {
      held()
      return new Promise<never>(() => undefined)
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

/** Resolves when whoever holds the lock is gone; lets it go at once. Where locks are denied it never resolves. */
export async function lockReleased(name: string, signal: AbortSignal): Promise<void> {
  try {
    await navigator.locks.request(name, { signal }, () => undefined)
  } catch (error) {
    if (!isDenied(error)) throw error
    await new Promise<never>(() => undefined)
  }
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

function isDenied(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'SecurityError'
}
