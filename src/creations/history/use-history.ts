import type { Creation } from '#shared/api/generation.ts'
import type { HistoryList } from '../history-list.ts'
import { useEffect } from 'react'
import { isFinished } from '#shared/domain/task.ts'
import { useMutations, withLocalChanges } from '../creation-mutations.ts'
import { hubState, useSnapshot } from '#src/store/state.ts'
import { fetchCreation, watchList } from './history-actions.ts'
import { storedLists, readyList, allState, historyState } from '../history-lists.ts'
import { createWantedCreations } from './wanted-creations.ts'

const { wantCreations, forgetWanted } = createWantedCreations(fetchCreation)

/** Loads a list when its screen opens, and again after a reconnect. */
export function useHistory(list: HistoryList = readyList): void {
  const { isOnline } = useSnapshot(hubState).connection
  useEffect(() => {
    for (const storedList of storedLists) void storedList.showStored()
    return watchList(list)
  }, [list])
  useEffect(() => {
    if (isOnline || list.state.status === 'loading') void list.load()
  }, [list, isOnline])
}

/** Loads the creations of these finished tasks into the lists on the screen and on the device, until the user leaves the screen. */
export function useFetchedCreations(taskIds: readonly string[]): void {
  const ids = taskIds.join()
  useEffect(() => wantCreations(ids === '' ? [] : ids.split(',')), [ids])
  useEffect(() => forgetWanted, [])
}

/** The ids of the ended creations in the loaded lists, including those that the user has removed. */
export function useKnownCreationIds(): ReadonlySet<string> {
  const loadedCreations = [...useSnapshot(historyState).creations, ...useSnapshot(allState).creations]
  return new Set(loadedCreations.filter(({ status }) => isFinished(status)).map(({ id }) => id))
}

/** The finished videos, with the user's pending changes. */
export function useCreations(): readonly Creation[] {
  const { creations } = useSnapshot(historyState)
  return withLocalChanges(creations as readonly Creation[], useMutations())
}
