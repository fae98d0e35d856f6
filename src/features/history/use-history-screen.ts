import type { RefObject } from 'react'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { Creation } from '#shared/api/generation.ts'
import type { Actions } from '#src/lib/actions/create-actions.ts'
import type { HistoryList, HistoryListState } from './create-history-list.ts'
import type { CreationDay } from './group-by-day.ts'
import { groupByDay } from './group-by-day.ts'
import { queryOf } from './history-address.ts'
import { historyList } from './history-lists.ts'
import { queryKey } from './history-query.ts'
import type { NamedCreation } from './named-creation.ts'
import { useNamedCreation, useNamedId } from './named-creation.ts'
import { openInViewer } from './open-in-viewer.ts'
import { useActions } from './use-actions.ts'
import { useHistory } from './use-history.ts'
import { useHistoryAddress } from './use-history-address.ts'
import { useMinute } from './use-minute.ts'
import { useReading } from './use-reading.ts'
import type { Selecting } from './use-selection.ts'
import { useSelection } from './use-selection.ts'
import { useShown } from './use-shown.ts'

export interface HistoryModel {
  readonly field: ReturnType<typeof useHistoryAddress>
  readonly list: HistoryList
  readonly state: Readonly<HistoryListState>
  readonly days: readonly CreationDay[]
  /** All of them, in the order of the page. */
  readonly ordered: readonly Creation[]
  readonly fresh: number
  readonly showFresh: () => void
  readonly namedId: string
  readonly named: NamedCreation
  readonly selecting: Selecting
  readonly actions: Actions
  readonly nowMs: number
  readonly open: (creation: Creation) => void
}

/** Everything a screen with creations shows, put together. `head` is where its list begins. */
export function useHistoryScreen(path: string, hasShelves: boolean, head: RefObject<HTMLElement | null>): HistoryModel {
  const field = useHistoryAddress(path)
  const query = queryOf(field.address, hasShelves)
  const key = queryKey(query)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key is the query
  const list = useMemo(() => historyList(query), [key])
  useHistory(list)
  const { creations, state } = useShown(list, queryOf({ ...field.address, words: field.words }, hasShelves))
  const { shown, fresh, showFresh } = useReading(head, creations, key)
  const namedId = useNamedId()
  const isListed = shown.some(({ id }) => id === namedId)
  const named = useNamedCreation(namedId, isListed, state.status === 'ready')
  const aloneId = named.kind === 'alone' ? named.creation.id : ''
  const nowMs = useMinute()
  const days = useMemo(
    () =>
      groupByDay(
        shown.filter(({ id }) => id !== aloneId),
        nowMs,
      ),
    [shown, aloneId, nowMs],
  )
  const ordered = useMemo(() => days.flatMap(({ takes }) => takes.map(({ creation }) => creation)), [days])
  const latest = useRef({ ordered, list })
  useEffect(() => {
    latest.current = { ordered, list }
  }, [ordered, list])
  const open = useCallback((creation: Creation) => openInViewer(creation, latest.current.ordered, latest.current.list), [])
  const selecting = useSelection(ordered)
  const actions = useActions()
  return { field, list, state, days, ordered, fresh, showFresh, namedId, named, selecting, actions, nowMs, open }
}
