import type { Creation } from '#shared/api/generation.ts'
import { useEffect } from 'react'
import { isFinished } from '#shared/domain/task.ts'
import { useMarks } from '#src/lib/creation-marks.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { useSnapshot } from '#src/lib/state.ts'
import type { HistoryList } from './create-history-list.ts'
import { watchList } from './history-actions.ts'
import { keptLists, readyList } from './history-lists.ts'
import { allState, historyState } from './history-state.ts'
import { markedCreations } from './marked-creations.ts'
import { forgetWanted, wantCreations } from './wanted-creations.ts'

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
  return markedCreations(creations as readonly Creation[], useMarks())
}
