import { type Creation, queryTask } from '#shared/api/generation.ts'
import type { Actions } from '../actions.ts'
import { type HistoryList, type HistoryListState, mergeCreations } from '../history-list.ts'
import { type HistoryQuery, queryOf, queryKey, matchesQuery } from '../history-query.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { watchSight } from '#src/browser/watch-sight.ts'
import { useMutations, withLocalChanges, changesNowMs, noteRequestTime } from '../creation-mutations.ts'
import { useSnapshot } from '#src/store/state.ts'
import { isCallerRefused } from '#shared/api/account-check.ts'
import { useAccountId } from '#src/account/use-account-id.ts'
import { type CreationDay, groupByDay } from './group-by-day.ts'
import { historyList, allState, collectedState, historyState } from '../history-lists.ts'
import { openInViewer, useActions } from './use-actions.ts'
import { useHistory } from './use-history.ts'
import { useHistoryAddress } from './use-history-address.ts'
import { useMinute } from '#src/i18n/use-now.ts'
import { type SelectionMode, useSelection } from './use-selection.ts'
import type { LocalChanges } from '../optimistic-mutations.ts'
import { useLocationProperty, screenHash } from '#src/routing/routes.ts'
import { api } from '#src/hub-client/api.ts'
import { showLinked } from '#src/browser/show-linked.ts'

export interface HistoryModel {
  readonly field: ReturnType<typeof useHistoryAddress>
  readonly list: HistoryList
  readonly state: Readonly<HistoryListState>
  readonly days: readonly CreationDay[]
  readonly orderedCreations: readonly Creation[]
  readonly freshCount: number
  readonly showFresh: () => void
  readonly linkedId: string
  readonly linkedCreation: LinkedCreation
  readonly selectionMode: SelectionMode
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
  const { creations, state } = useMatchingList(list, queryOf({ ...field.address, words: field.words }, hasFilters))
  const { shown, freshCount, showFresh } = useVisibleCreations(head, creations, key)
  const linkedId = useLinkedId()
  const isListed = shown.some(({ id }) => id === linkedId)
  const linkedCreation = useLinkedCreation(linkedId, isListed, state.status === 'ready')
  const aloneId = linkedCreation.kind === 'alone' ? linkedCreation.creation.id : ''
  const nowMs = useMinute()
  const days = useMemo(
    () =>
      groupByDay(
        shown.filter(({ id }) => id !== aloneId),
        nowMs,
      ),
    [shown, aloneId, nowMs],
  )
  const orderedCreations = useMemo(() => days.flatMap(({ variations }) => variations.map(({ creation }) => creation)), [days])
  const latestList = useRef({ orderedCreations, list })
  useEffect(() => {
    latestList.current = { orderedCreations, list }
  }, [orderedCreations, list])
  const openCreation = useCallback(
    (creation: Creation) => openInViewer(creation, latestList.current.orderedCreations, latestList.current.list),
    [],
  )
  const selectionMode = useSelection(orderedCreations)
  const actions = useActions()
  return {
    field,
    list,
    state,
    days,
    orderedCreations,
    freshCount,
    showFresh,
    linkedId,
    linkedCreation,
    selectionMode,
    actions,
    nowMs,
    open: openCreation,
  }
}

interface VisibleCreations {
  readonly shown: readonly Creation[]
  /** The number of new creations that are not shown yet. */
  readonly freshCount: number
  readonly showFresh: () => void
}

/**
 * Withholds new creations while the user has scrolled past the start of the list. If `listKey` changes, all creations of the new list are
 * shown.
 */
function useVisibleCreations(head: React.RefObject<HTMLElement | null>, creations: readonly Creation[], listKey: string): VisibleCreations {
  const [frozenList, setFrozenList] = useState<{ readonly listKey: string; readonly ids: ReadonlySet<string> } | null>(null)
  const [isReading, setReading] = useState(false)
  useEffect(() => {
    const { current } = head
    if (current === null) return
    return watchSight(current, ({ isIntersecting, boundingClientRect }) => setReading(!isIntersecting && boundingClientRect.top < 0))
  }, [head])
  const isListFrozen = frozenList !== null && frozenList.listKey === listKey && frozenList.ids.size > 0
  const freeze = () => setFrozenList({ listKey, ids: new Set(creations.map(({ id }) => id)) })
  if (isReading && !isListFrozen && creations.length > 0) freeze()
  if (!isReading && frozenList !== null) setFrozenList(null)
  const { shown, fresh } = useMemo(
    () => (frozenList === null ? { shown: creations, fresh: [] } : splitNew(creations, frozenList.ids)),
    [creations, frozenList],
  )
  return { shown, freshCount: fresh.length, showFresh: freeze }
}

interface MatchingList {
  readonly creations: readonly Creation[]
  readonly state: Readonly<HistoryListState>
}

/** The creations that match the typed filters. While the user types, the list's query has the earlier text. */
function useMatchingList(list: HistoryList, query: HistoryQuery): MatchingList {
  const localChanges = useMutations()
  const state = useSnapshot(list.state) as Readonly<HistoryListState>
  const lists = [useSnapshot(historyState), useSnapshot(allState), useSnapshot(collectedState)]
  const [readyCreations, allCreations, collectedCreations] = lists.map(({ creations }) => creations as readonly Creation[])
  const { taskStatus, isCollect, bizType, search } = query
  const isAnswered = state.status === 'ready' && list.query.search.trim() === search.trim()
  const creations = useMemo(() => {
    const otherCreations = [
      ...new Map(
        [readyCreations, allCreations, collectedCreations].flatMap((creationList = []) =>
          creationList.map((creation) => [creation.id, creation]),
        ),
      ).values(),
    ]
    return shownCreations({
      query: { taskStatus, isCollect, bizType, search },
      listed: state.creations,
      known: otherCreations,
      localChanges,
      isAnswered,
    })
  }, [state.creations, readyCreations, allCreations, collectedCreations, localChanges, isAnswered, taskStatus, isCollect, bizType, search])
  return { creations, state }
}

interface SplitCreations {
  readonly shown: readonly Creation[]
  /** New creations that are not shown yet, because they would move the visible part of the list. */
  readonly fresh: readonly Creation[]
}

/** Withholds new creations that would be above the oldest shown one. Older creations are appended and move nothing. */
export function splitNew(creations: readonly Creation[], shownIds: ReadonlySet<string>): SplitCreations {
  const shownBefore = creations.filter(({ id }) => shownIds.has(id))
  if (shownBefore.length === 0) return { shown: creations, fresh: [] }
  const oldestMs = Math.min(...shownBefore.map(({ createdAt }) => createdAt))
  const isFresh = ({ id, createdAt }: Creation) => !shownIds.has(id) && createdAt > oldestMs
  return { shown: creations.filter((creation) => !isFresh(creation)), fresh: creations.filter(isFresh) }
}

interface KnownCreations {
  readonly query: HistoryQuery
  /** The creations in the list of this query. */
  readonly listed: readonly Creation[]
  /** The creations in the list of finished videos, in the list of all creations and in the collection, as far as they are loaded. */
  readonly known: readonly Creation[]
  readonly localChanges: LocalChanges
  /** Whether the server has answered this exact query. */
  readonly isAnswered: boolean
}

/**
 * The creations to show. Before the server's answer: all matching ones on this device. After it: the answer with later changes, so that a
 * newly collected creation is listed before the server has stored it.
 */
export function shownCreations({ query, listed, known, localChanges, isAnswered }: KnownCreations): readonly Creation[] {
  const listedCreations = withLocalChanges(listed, localChanges)
  if (!isAnswered)
    return mergeCreations(listedCreations, withLocalChanges(known, localChanges)).filter((creation) => matchesQuery(creation, query))
  const matchingCreations = query.isCollect === '' ? listedCreations : listedCreations.filter(({ isCollect }) => isCollect)
  const changedOthers = known.filter((creation) => !matchesQuery(creation, query) && localChanges[creation.id] !== undefined)
  const addedCreations = withLocalChanges(changedOthers, localChanges).filter((creation) => matchesQuery(creation, query))
  return addedCreations.length === 0 ? matchingCreations : mergeCreations(addedCreations, matchingCreations)
}

const HASH_PREFIX = '#creation-'

type LinkedCreation = { readonly kind: 'none' } | { readonly kind: 'alone'; readonly creation: Creation } | { readonly kind: 'missing' }

/** The id of the creation in the address's fragment; '' without one. */
function useLinkedId(): string {
  const hash = useLocationProperty(screenHash)
  try {
    return hash.startsWith(HASH_PREFIX) ? decodeURIComponent(hash.slice(HASH_PREFIX.length)) : ''
  } catch {
    return ''
  }
}

/**
 * The creation linked in the address, for the current account. If the list has it, the list scrolls to it. Otherwise it is fetched once
 * the list is loaded, and shown above the list while the address names it.
 */
function useLinkedCreation(linkedId: string, isListed: boolean, isAnswered: boolean): LinkedCreation {
  const [fetched, setFetched] = useState<{ readonly id: string; readonly account: string; readonly creation: Creation | null } | null>(null)
  const account = useAccountId()
  const isFetched = fetched?.id === linkedId && fetched.account === account
  useEffect(() => {
    // The scroll is deferred, because a new screen first scrolls to its top.
    const timer = setTimeout(() => scrollAgain(linkedId))
    return () => clearTimeout(timer)
  }, [linkedId])
  useEffect(() => {
    if (linkedId === '' || isFetched || isListed || !isAnswered) return
    let isUnmounted = false
    const fetchLinked = async () => {
      const askedAtMs = changesNowMs()
      const answer = await api.call(queryTask, { taskId: linkedId })
      if (isUnmounted || (!answer.ok && (answer.error.retry !== 'never' || isCallerRefused(answer.error)))) return
      if (answer.ok) noteRequestTime([answer.value], askedAtMs)
      setFetched({ id: linkedId, account, creation: answer.ok ? answer.value : null })
    }
    void fetchLinked()
    return () => {
      isUnmounted = true
    }
  }, [linkedId, account, isFetched, isListed, isAnswered])
  if (!isFetched || fetched === null) return { kind: 'none' }
  return fetched.creation === null ? { kind: 'missing' } : { kind: 'alone', creation: fetched.creation }
}

/** Scrolls to the linked creation again, even if the page already scrolled to it. */
function scrollAgain(linkedId: string): void {
  const card = document.getElementById(`creation-${linkedId}`)
  if (card === null) return
  delete card.dataset['shown']
  showLinked(card)
}
