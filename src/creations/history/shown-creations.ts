import type { Creation } from '#shared/api/generation.ts'
import type { Marks } from '../optimistic-mutations.ts'
import { type HistoryQuery, matchesQuery } from './history-query.ts'
import { markedCreations } from './mutated-creations.ts'
import { mergeCreations } from './history-list.ts'

interface Held {
  readonly query: HistoryQuery
  /** The creations in the query's list. */
  readonly listed: readonly Creation[]
  /** Other creations known to this device. */
  readonly known: readonly Creation[]
  readonly marks: Marks
  /** Whether the server has answered this exact query. */
  readonly isTold: boolean
}

/**
 * The creations to show. Before the server's answer: all matching ones that this device knows. After it: the answer with
 * later changes, so that a newly collected creation is listed before the server has stored it.
 */
export function shownCreations({ query, listed, known, marks, isTold }: Held): readonly Creation[] {
  const own = markedCreations(listed, marks)
  if (!isTold) return mergeCreations(own, markedCreations(known, marks)).filter((creation) => matchesQuery(creation, query))
  const staying = query.isCollect === '' ? own : own.filter(({ isCollect }) => isCollect)
  const joining = known.filter((creation) => !matchesQuery(creation, query) && marks[creation.id] !== undefined)
  const joined = markedCreations(joining, marks).filter((creation) => matchesQuery(creation, query))
  return joined.length === 0 ? staying : mergeCreations(joined, staying)
}
