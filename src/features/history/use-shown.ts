import { useMemo } from 'react'
import type { Creation } from '#shared/api/generation.ts'
import { useMarks } from '#src/lib/creation-marks.ts'
import { useSnapshot } from '#src/lib/state.ts'
import type { HistoryList, HistoryListState } from './create-history-list.ts'
import type { HistoryQuery } from './history-query.ts'
import { allState, collectedState, historyState } from './history-state.ts'
import { shownCreations } from './shown-creations.ts'

interface Shown {
  readonly creations: readonly Creation[]
  readonly state: Readonly<HistoryListState>
}

/** What a list shows for what is asked now, which can be a letter ahead of what the list was asked for. */
export function useShown(list: HistoryList, asked: HistoryQuery): Shown {
  const marks = useMarks()
  const state = useSnapshot(list.state) as Readonly<HistoryListState>
  const kept = [useSnapshot(historyState), useSnapshot(allState), useSnapshot(collectedState)]
  const [ready, all, collected] = kept.map(({ creations }) => creations as readonly Creation[])
  const { taskStatus, isCollect, bizType, search } = asked
  const isTold = state.status === 'ready' && list.query.search.trim() === search.trim()
  const creations = useMemo(() => {
    const known = [...new Map([ready, all, collected].flatMap((each = []) => each.map((creation) => [creation.id, creation]))).values()]
    return shownCreations({ query: { taskStatus, isCollect, bizType, search }, listed: state.creations, known, marks, isTold })
  }, [state.creations, ready, all, collected, marks, isTold, taskStatus, isCollect, bizType, search])
  return { creations, state }
}
