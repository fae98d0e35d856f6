import type { Creation } from '#shared/api/generation.ts'
import type { HistoryList } from '../history-list.ts'
import { useEffect } from 'react'
import { isFinished } from '#shared/domain/task.ts'
import { useMutations, markedCreations } from '../creation-mutations.ts'
import { hubState, useSnapshot } from '#src/store/state.ts'
import { fetchCreation, watchList } from './history-actions.ts'
import { keptLists, readyList, allState, historyState } from '../history-lists.ts'

const FETCH_AGAIN_MS = 3000

const { wantCreations, forgetWanted } = createWantedCreations(fetchCreation)

/** Loads a list when a screen with it opens, and again when the connection is back. */
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

/** Fetches the creations of these finished tasks into the list while it is on the screen. */
export function useFetchedCreations(taskIds: readonly string[]): void {
  const ids = taskIds.join()
  useEffect(() => wantCreations(ids === '' ? [] : ids.split(',')), [ids])
  useEffect(() => forgetWanted, [])
}

/** The ids of known, ended creations, including removed ones. */
export function useKnownCreationIds(): ReadonlySet<string> {
  const known = [...useSnapshot(historyState).creations, ...useSnapshot(allState).creations]
  return new Set(known.filter(({ status }) => isFinished(status)).map(({ id }) => id))
}

/** The finished videos with pending changes applied. */
export function useCreations(): readonly Creation[] {
  const { creations } = useSnapshot(historyState)
  return markedCreations(creations as readonly Creation[], useMutations())
}

/** `fetch` resolves to false for a creation that should be retried; it waits while the others are fetched. */
export function createWantedCreations(fetch: (taskId: string) => Promise<boolean>) {
  const wanted = new Set<string>()
  let isFetching = false

  async function fetchWanted(): Promise<void> {
    isFetching = true
    while (wanted.size > 0) {
      for (const id of wanted) if (await isSettled(id)) wanted.delete(id)
      if (wanted.size > 0) await new Promise((resolve) => setTimeout(resolve, FETCH_AGAIN_MS))
    }
    isFetching = false
  }

  /** A fetch that throws is retried like one without an answer. */
  async function isSettled(id: string): Promise<boolean> {
    try {
      return await fetch(id)
    } catch (error) {
      console.warn('A finished video was not fetched yet.', error)
      return false
    }
  }

  /** Fetches the creations of finished tasks into the list, one at a time. A task stays queued even if another tab has shown it. */
  function wantCreations(taskIds: readonly string[]): void {
    for (const id of taskIds) wanted.add(id)
    if (!isFetching) void fetchWanted()
  }

  /** Called when no list is on the screen; the next one loads its first page again. */
  function forgetWanted(): void {
    wanted.clear()
  }

  return { wantCreations, forgetWanted }
}
