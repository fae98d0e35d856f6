import { fetchCreation } from './history-actions.ts'

const FETCH_AGAIN_MS = 3000

/** `fetch` is false for a creation that should be tried again. */
export function createWantedCreations(fetch: (taskId: string) => Promise<boolean>) {
  const wanted = new Set<string>()
  let isFetching = false

  async function fetchWanted(): Promise<void> {
    isFetching = true
    for (let [next] = wanted; next !== undefined; [next] = wanted) {
      if (await fetch(next)) wanted.delete(next)
      else await new Promise((resolve) => setTimeout(resolve, FETCH_AGAIN_MS))
    }
    isFetching = false
  }

  /** Brings the creations of finished tasks into the list, one after the other. A task stays wanted when another tab has shown it first. */
  function wantCreations(taskIds: readonly string[]): void {
    for (const id of taskIds) wanted.add(id)
    if (!isFetching) void fetchWanted()
  }

  /** For when no list is on the screen; the next one loads its first page anew. */
  function forgetWanted(): void {
    wanted.clear()
  }

  return { wantCreations, forgetWanted }
}

export const { wantCreations, forgetWanted } = createWantedCreations(fetchCreation)
