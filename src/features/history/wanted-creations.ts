import { fetchCreation } from './history-actions.ts'

const FETCH_AGAIN_MS = 3000

const wanted = new Set<string>()
let isFetching = false

/** Brings the creations of finished tasks into the list, one after the other. A task stays wanted when another tab has shown it first. */
export function wantCreations(taskIds: readonly string[]): void {
  for (const id of taskIds) wanted.add(id)
  if (!isFetching) void fetchWanted()
}

/** For when no list is on the screen; the next one loads its first page anew. */
export function forgetWanted(): void {
  wanted.clear()
}

async function fetchWanted(): Promise<void> {
  isFetching = true
  for (let [next] = wanted; next !== undefined; [next] = wanted) {
    if (await fetchCreation(next)) wanted.delete(next)
    else await new Promise((resolve) => setTimeout(resolve, FETCH_AGAIN_MS))
  }
  isFetching = false
}
