import { type Creation, queryTask } from '#shared/api/generation.ts'
import type { Actions } from '../actions.ts'
import { type HistoryList, type HistoryListState, mergeCreations } from '../history-list.ts'
import { type HistoryQuery, queryOf, queryKey, matchesQuery } from '../history-query.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { watchSight } from '#src/browser/watch-sight.ts'
import { useMutations, markedCreations, marksNowMs, noteAsked } from '../creation-mutations.ts'
import { useSnapshot } from '#src/store/state.ts'
import { isCallerRefused } from '#shared/api/account-check.ts'
import { useAccountId } from '#src/account/use-account-id.ts'
import { type CreationDay, groupByDay } from './group-by-day.ts'
import { historyList, allState, collectedState, historyState } from '../history-lists.ts'
import { openInViewer, useActions } from './use-actions.ts'
import { useHistory } from './use-history.ts'
import { useHistoryAddress } from './use-history-address.ts'
import { useMinute } from '#src/i18n/use-now.ts'
import { type Selecting, useSelection } from './use-selection.ts'
import type { Marks } from '../optimistic-mutations.ts'
import { useLocationProperty, screenHash } from '#src/routing/routes.ts'
import { api } from '#src/hub-client/api.ts'
import { showLinked } from '#src/browser/show-linked.ts'

export interface HistoryModel {
  readonly field: ReturnType<typeof useHistoryAddress>
  readonly list: HistoryList
  readonly state: Readonly<HistoryListState>
  readonly days: readonly CreationDay[]
  readonly ordered: readonly Creation[]
  readonly fresh: number
  readonly showFresh: () => void
  readonly namedId: string
  readonly named: LinkedCreation
  readonly selecting: Selecting
  readonly actions: Actions
  readonly nowMs: number
  readonly open: (creation: Creation) => void
}

/** The model of a screen that lists creations. `head` is the element at the start of the list. */
export function useHistoryScreen(path: string, hasFilters: boolean, head: React.RefObject<HTMLElement | null>): HistoryModel {
  const field = useHistoryAddress(path)
  const query = queryOf(field.address, hasFilters)
  const key = queryKey(query)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key is the query
  const list = useMemo(() => historyList(query), [key])
  useHistory(list)
  const { creations, state } = useShown(list, queryOf({ ...field.address, words: field.words }, hasFilters))
  const { shown, fresh, showFresh } = useReading(head, creations, key)
  const namedId = useLinkedId()
  const isListed = shown.some(({ id }) => id === namedId)
  const named = useLinkedCreation(namedId, isListed, state.status === 'ready')
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
  const ordered = useMemo(() => days.flatMap(({ variations }) => variations.map(({ creation }) => creation)), [days])
  const latest = useRef({ ordered, list })
  useEffect(() => {
    latest.current = { ordered, list }
  }, [ordered, list])
  const open = useCallback((creation: Creation) => openInViewer(creation, latest.current.ordered, latest.current.list), [])
  const selecting = useSelection(ordered)
  const actions = useActions()
  return { field, list, state, days, ordered, fresh, showFresh, namedId, named, selecting, actions, nowMs, open }
}

interface Reading {
  readonly shown: readonly Creation[]
  /** The number of new creations that are not shown yet. */
  readonly fresh: number
  readonly showFresh: () => void
}

/** Withholds new creations while the user has scrolled past the start of the list. Another `listKey` starts anew. */
function useReading(head: React.RefObject<HTMLElement | null>, creations: readonly Creation[], listKey: string): Reading {
  const [frozen, setFrozen] = useState<{ readonly listKey: string; readonly ids: ReadonlySet<string> } | null>(null)
  const [isReading, setReading] = useState(false)
  useEffect(() => {
    const { current } = head
    if (current === null) return
    return watchSight(current, ({ isIntersecting, boundingClientRect }) => setReading(!isIntersecting && boundingClientRect.top < 0))
  }, [head])
  const isFrozen = frozen !== null && frozen.listKey === listKey && frozen.ids.size > 0
  const hold = () => setFrozen({ listKey, ids: new Set(creations.map(({ id }) => id)) })
  if (isReading && !isFrozen && creations.length > 0) hold()
  if (!isReading && frozen !== null) setFrozen(null)
  const { shown, fresh } = useMemo(
    () => (frozen === null ? { shown: creations, fresh: [] } : splitNew(creations, frozen.ids)),
    [creations, frozen],
  )
  return { shown, fresh: fresh.length, showFresh: hold }
}

interface Shown {
  readonly creations: readonly Creation[]
  readonly state: Readonly<HistoryListState>
}

/** The creations for the typed query. While the user types, the list's own query may be older. */
function useShown(list: HistoryList, asked: HistoryQuery): Shown {
  const marks = useMutations()
  const state = useSnapshot(list.state) as Readonly<HistoryListState>
  const lists = [useSnapshot(historyState), useSnapshot(allState), useSnapshot(collectedState)]
  const [ready, all, collected] = lists.map(({ creations }) => creations as readonly Creation[])
  const { taskStatus, isCollect, bizType, search } = asked
  const isAnswered = state.status === 'ready' && list.query.search.trim() === search.trim()
  const creations = useMemo(() => {
    const known = [...new Map([ready, all, collected].flatMap((each = []) => each.map((creation) => [creation.id, creation]))).values()]
    return shownCreations({ query: { taskStatus, isCollect, bizType, search }, listed: state.creations, known, marks, isAnswered })
  }, [state.creations, ready, all, collected, marks, isAnswered, taskStatus, isCollect, bizType, search])
  return { creations, state }
}

interface SplitCreations {
  readonly shown: readonly Creation[]
  /** New creations that are not shown yet, because they would move the visible part of the list. */
  readonly fresh: readonly Creation[]
}

/** Withholds new creations that would be above the oldest shown one. Older creations are appended and move nothing. */
export function splitNew(creations: readonly Creation[], shownIds: ReadonlySet<string>): SplitCreations {
  const seen = creations.filter(({ id }) => shownIds.has(id))
  if (seen.length === 0) return { shown: creations, fresh: [] }
  const oldest = Math.min(...seen.map(({ createdAt }) => createdAt))
  const isFresh = ({ id, createdAt }: Creation) => !shownIds.has(id) && createdAt > oldest
  return { shown: creations.filter((creation) => !isFresh(creation)), fresh: creations.filter(isFresh) }
}

interface KnownCreations {
  readonly query: HistoryQuery
  /** The creations in the list of this query. */
  readonly listed: readonly Creation[]
  /** Creations of other lists on this device. */
  readonly known: readonly Creation[]
  readonly marks: Marks
  /** Whether the server has answered this exact query. */
  readonly isAnswered: boolean
}

/**
 * The creations to show. Before the server's answer: all matching ones on this device. After it: the answer with later changes, so that a
 * newly collected creation is listed before the server has stored it.
 */
export function shownCreations({ query, listed, known, marks, isAnswered }: KnownCreations): readonly Creation[] {
  const own = markedCreations(listed, marks)
  if (!isAnswered) return mergeCreations(own, markedCreations(known, marks)).filter((creation) => matchesQuery(creation, query))
  const staying = query.isCollect === '' ? own : own.filter(({ isCollect }) => isCollect)
  const joining = known.filter((creation) => !matchesQuery(creation, query) && marks[creation.id] !== undefined)
  const joined = markedCreations(joining, marks).filter((creation) => matchesQuery(creation, query))
  return joined.length === 0 ? staying : mergeCreations(joined, staying)
}

const PREFIX = '#creation-'

type LinkedCreation = { readonly kind: 'none' } | { readonly kind: 'alone'; readonly creation: Creation } | { readonly kind: 'missing' }

/** The id of the creation in the address's fragment; '' without one. */
function useLinkedId(): string {
  const hash = useLocationProperty(screenHash)
  try {
    return hash.startsWith(PREFIX) ? decodeURIComponent(hash.slice(PREFIX.length)) : ''
  } catch {
    return ''
  }
}

/**
 * The creation linked in the address, for the current account. If the list has it, the list scrolls to it. Otherwise it is fetched once
 * the list is loaded, and shown above the list while the address names it.
 */
function useLinkedCreation(namedId: string, isListed: boolean, isAnswered: boolean): LinkedCreation {
  const [found, setFound] = useState<{ readonly id: string; readonly account: string; readonly creation: Creation | null } | null>(null)
  const account = useAccountId()
  const isKnown = found?.id === namedId && found.account === account
  useEffect(() => {
    // Deferred, because a new screen first scrolls to its top.
    const timer = setTimeout(() => showAgain(namedId))
    return () => clearTimeout(timer)
  }, [namedId])
  useEffect(() => {
    if (namedId === '' || isKnown || isListed || !isAnswered) return
    let isOver = false
    const fetchIt = async () => {
      const askedAtMs = marksNowMs()
      const answer = await api.call(queryTask, { taskId: namedId })
      if (isOver || (!answer.ok && (answer.error.retry !== 'never' || isCallerRefused(answer.error)))) return
      if (answer.ok) noteAsked([answer.value], askedAtMs)
      setFound({ id: namedId, account, creation: answer.ok ? answer.value : null })
    }
    void fetchIt()
    return () => {
      isOver = true
    }
  }, [namedId, account, isKnown, isListed, isAnswered])
  if (!isKnown || found === null) return { kind: 'none' }
  return found.creation === null ? { kind: 'missing' } : { kind: 'alone', creation: found.creation }
}

/** Scrolls to the linked creation again, even if the page already scrolled to it. */
function showAgain(namedId: string): void {
  const card = document.getElementById(`creation-${namedId}`)
  if (card === null) return
  delete card.dataset['shown']
  showLinked(card)
}
