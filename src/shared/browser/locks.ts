/** Takes a lock and keeps it as long as this page or worker lives. Resolves when it is held. */
export function holdLock(name: string): Promise<void> {
  return new Promise((held) => {
    void navigator.locks.request(name, () => {
      held()
      return new Promise<never>(() => undefined)
    })
  })
}

/** Resolves when whoever holds the lock is gone; lets it go at once. */
export async function lockReleased(name: string, signal: AbortSignal): Promise<void> {
  await navigator.locks.request(name, { signal }, () => undefined)
}

/** Waits for a lock and keeps it while `use` runs. Rejects when the signal is aborted while it waits, or when the lock is stolen. */
export async function withLock(name: string, signal: AbortSignal, use: () => Promise<void>): Promise<void> {
  await navigator.locks.request(name, { signal }, use)
}
