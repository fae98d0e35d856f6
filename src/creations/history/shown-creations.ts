import type { Creation } from '#shared/api/generation.ts'
import type { Marks } from '../optimistic-mutations.ts'
import { type HistoryQuery, matchesQuery } from './history-query.ts'
import { markedCreations } from './mutated-creations.ts'
import { mergeCreations } from './history-list.ts'

interface Held {
  readonly query: HistoryQuery
  /** What the list of the query holds. */
  readonly listed: readonly Creation[]
  /** What this device knows beside it. */
  readonly known: readonly Creation[]
  readonly marks: Marks
  /** The server has answered this very query. */
  readonly isTold: boolean
}

/**
 * What a list shows. Before the server has answered, whatever this device knows that matches; afterwards what the server said, with the
 * changes since: what was collected here joins the collected ones before the server has heard of it.
 */
export function shownCreations({ query, listed, known, marks, isTold }: Held): readonly Creation[] {
  const own = markedCreations(listed, marks)
  if (!isTold) return mergeCreations(own, markedCreations(known, marks)).filter((creation) => matchesQuery(creation, query))
  const staying = query.isCollect === '' ? own : own.filter(({ isCollect }) => isCollect)
  const joining = known.filter((creation) => !matchesQuery(creation, query) && marks[creation.id] !== undefined)
  const joined = markedCreations(joining, marks).filter((creation) => matchesQuery(creation, query))
  return joined.length === 0 ? staying : mergeCreations(joined, staying)
}
