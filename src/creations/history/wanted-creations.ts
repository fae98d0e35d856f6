const FETCH_AGAIN_MS = 3000

/** Fetches wanted creations one after the other. If `fetch` resolves to false, the creation is tried again after the others. */
export function createWantedCreations(fetch: (taskId: string) => Promise<boolean>) {
  const wantedIds = new Set<string>()
  let isFetching = false

  async function fetchWanted(): Promise<void> {
    isFetching = true
    while (wantedIds.size > 0) {
      for (const id of wantedIds) if (await tryFetch(id)) wantedIds.delete(id)
      if (wantedIds.size > 0) await new Promise((resolve) => setTimeout(resolve, FETCH_AGAIN_MS))
    }
    isFetching = false
  }

  /** Fetches a creation. False if it must be tried again: the fetch threw, or had no answer. */
  async function tryFetch(id: string): Promise<boolean> {
    try {
      return await fetch(id)
    } catch (error) {
      console.warn('A finished video was not loaded yet.', error)
      return false
    }
  }

  /**
   * Loads the creations of finished tasks into the list, one at a time. A task stays in the queue even if another tab has already
   * shown it.
   */
  function wantCreations(taskIds: readonly string[]): void {
    for (const id of taskIds) wantedIds.add(id)
    if (!isFetching) void fetchWanted()
  }

  /**
   * Called when no list is on the screen any more: drops the creations that are not fetched yet. The next list loads its first page anyway.
   */
  function forgetWanted(): void {
    wantedIds.clear()
  }

  return { wantCreations, forgetWanted }
}
