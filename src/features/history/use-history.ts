import type { Creation } from '#shared/api/generation.ts'
import { useEffect } from 'react'
import { hubState } from '#src/lib/hub-mirror.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { loadHistory } from './history-actions.ts'
import { historyState } from './history-state.ts'
import { forgetWanted, wantCreations } from './wanted-creations.ts'

/** Loads the list when a screen that shows it opens, and again when the connection comes back. */
export function useHistory(): void {
  const { isOnline } = useSnapshot(hubState).connection
  useEffect(() => {
    if (isOnline || historyState.status === 'loading') void loadHistory()
  }, [isOnline])
}

/** Has the creations of these finished tasks brought into the list while it is on the screen. */
export function useFetchedCreations(taskIds: readonly string[]): void {
  const ids = taskIds.join()
  useEffect(() => wantCreations(ids === '' ? [] : ids.split(',')), [ids])
  useEffect(() => forgetWanted, [])
}

/** Ids of the creations that are known here. */
export function useKnownCreationIds(): ReadonlySet<string> {
  return new Set(useCreations().map(({ id }) => id))
}

export function useCreations(): readonly Creation[] {
  return useSnapshot(historyState).creations as readonly Creation[]
}
