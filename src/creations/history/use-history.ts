import type { Creation } from '#shared/api/generation.ts'
import type { HistoryList } from './history-list.ts'
import { useEffect } from 'react'
import { isFinished } from '#shared/domain/task.ts'
import { useMutations } from '../creation-mutations.ts'
import { hubState } from '#src/platform/hub-state.ts'
import { useSnapshot } from '#src/platform/state.ts'
import { fetchCreation, watchList } from './history-actions.ts'
import { keptLists, readyList, allState, historyState } from './history-lists.ts'
import { markedCreations } from './mutated-creations.ts'

const FETCH_AGAIN_MS = 3000

const { wantCreations, forgetWanted } = createWantedCreations(fetchCreation)

/** Loads a list when a screen that shows it opens, and again when the connection comes back. */
export function useHistory(list: HistoryList = readyList): void {
  const { isOnline } = useSnapshot(hubState).connection
  useEffect(() => {
    for (const kept of keptLists) void kept.wake()
    return watchList(list)
  }, [list])
  useEffect(() => {
    if (isOnline || list.state.status === 'loading') void list.load()
  }, [list, isOnline])
}

/** Has the creations of these finished tasks brought into the list while it is on the screen. */
export function useFetchedCreations(taskIds: readonly string[]): void {
  const ids = taskIds.join()
  useEffect(() => wantCreations(ids === '' ? [] : ids.split(',')), [ids])
  useEffect(() => forgetWanted, [])
}

/** Ids of the creations that are known here and have ended, the removed ones too. */
export function useKnownCreationIds(): ReadonlySet<string> {
  const known = [...useSnapshot(historyState).creations, ...useSnapshot(allState).creations]
  return new Set(known.filter(({ status }) => isFinished(status)).map(({ id }) => id))
}

/** The finished videos, as they are to be shown. */
export function useCreations(): readonly Creation[] {
  const { creations } = useSnapshot(historyState)
  return markedCreations(creations as readonly Creation[], useMutations())
}

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
