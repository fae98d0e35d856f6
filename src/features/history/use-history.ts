import type { Creation } from '#shared/api/generation.ts'
import { useEffect } from 'react'
import { hubState } from '#src/lib/hub-mirror.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { fetchCreation, loadHistory } from './history-actions.ts'
import { historyState } from './history-state.ts'

const FETCH_AGAIN_MS = 3000

/** Loads the list when a screen that shows it opens, and again when the connection comes back. */
export function useHistory(): void {
  const { isOnline } = useSnapshot(hubState).connection
  useEffect(() => {
    if (isOnline || historyState.status === 'loading') void loadHistory()
  }, [isOnline])
}

/** Brings the creations of these finished tasks into the list, one after the other, until all are there. */
export function useFetchedCreations(taskIds: readonly string[]): void {
  const next = taskIds[0]
  useEffect(() => {
    if (next === undefined) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isStopped = false
    const attempt = async () => {
      const isSettled = await fetchCreation(next)
      if (!isSettled && !isStopped) timer = setTimeout(() => void attempt(), FETCH_AGAIN_MS)
    }
    void attempt()
    return () => {
      isStopped = true
      clearTimeout(timer)
    }
  }, [next])
}

/** Ids of the creations that are known here. */
export function useKnownCreationIds(): ReadonlySet<string> {
  return new Set(useCreations().map(({ id }) => id))
}

export function useCreations(): readonly Creation[] {
  return useSnapshot(historyState).creations as readonly Creation[]
}
