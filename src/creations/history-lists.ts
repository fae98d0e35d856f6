import { type Creation, getHistory } from '#shared/api/generation.ts'
import { type RecordStore, openRecords } from '#shared/browser/record-store.ts'
import { accountOf } from '#shared/storage/hub-records.ts'
import { CREATION_ROWS, HISTORY_DATABASE } from '#shared/storage/records.ts'
import { storedHistoryRecord } from '#shared/storage/page-records.ts'
import { api } from '#src/hub-client/api.ts'
import { identityReady } from '#src/hub-client/identity.ts'
import { currentMutations, doneMutations, changesNowMs, withLocalChanges } from './creation-mutations.ts'
import { type HistoryList, type HistoryListDeps, createHistoryList } from './history-list.ts'
import { type HistoryQuery, ALL_QUERY, COLLECTED_QUERY, queryKey, READY_QUERY } from './history-query.ts'

const MOST_STORED_CREATIONS = 60
/** The maximum number of filtered lists in memory; the list that was used least recently is dropped. */
const MOST_TEMPORARY_LISTS = 12

/** The lists that are stored on the device, for a start without network. */
const STORED_KEYS = new Map([
  [queryKey(READY_QUERY), CREATION_ROWS.ready],
  [queryKey(ALL_QUERY), CREATION_ROWS.all],
  [queryKey(COLLECTED_QUERY), CREATION_ROWS.collected],
])

const records: RecordStore = openRecords(HISTORY_DATABASE)
const temporaryLists = new Map<string, HistoryList>()

export const readyList = createList(READY_QUERY)
export const allList = createList(ALL_QUERY)
export const collectedList = createList(COLLECTED_QUERY)
export const storedLists: readonly HistoryList[] = [readyList, allList, collectedList]

/** The list for a query. While it is in memory, the same instance is returned. */
export function historyList(query: HistoryQuery): HistoryList {
  const key = queryKey(query)
  const openedList = storedLists.find((list) => queryKey(list.query) === key) ?? temporaryLists.get(key)
  const list = openedList ?? createList(query)
  if (storedLists.includes(list)) return list
  temporaryLists.delete(key)
  temporaryLists.set(key, list)
  const [oldest] = temporaryLists.keys()
  if (temporaryLists.size > MOST_TEMPORARY_LISTS && oldest !== undefined) temporaryLists.delete(oldest)
  return list
}

export function allLists(): readonly HistoryList[] {
  return [...storedLists, ...temporaryLists.values()]
}

/** Adds a new creation to all lists in memory that it belongs to. */
export async function putInHistories(creation: Creation): Promise<void> {
  await Promise.all(allLists().map((list) => list.put(creation)))
}

export async function eraseStoredLists(): Promise<void> {
  await Promise.all([...STORED_KEYS.values()].map((key) => records.remove(key)))
}

function createList(query: HistoryQuery): HistoryList {
  return createHistoryList({
    query,
    call: (payload) => api.call(getHistory, payload),
    nowMs: changesNowMs,
    countOnServer: (creations) => withAppliedChanges(creations).length,
    ...storageOf(STORED_KEYS.get(queryKey(query))),
  })
}

/** The creations after the user's changes. A change counts as soon as the server has applied it. */
function withAppliedChanges(creations: readonly Creation[]): readonly Creation[] {
  return withLocalChanges(creations, doneMutations(currentMutations()))
}

function storageOf(key: string | undefined): Pick<HistoryListDeps, 'readStored' | 'store'> {
  if (key === undefined) return { readStored: async () => undefined, store: async () => undefined }
  return {
    async readStored() {
      const [stored, identity] = await Promise.all([records.read(key, storedHistoryRecord), identityReady()])
      return stored?.owner === accountOf(identity) ? stored : undefined
    },
    async store({ creations, totalSize }) {
      const owner = accountOf(await identityReady())
      const newest = withAppliedChanges(creations).slice(0, MOST_STORED_CREATIONS)
      await records.write(key, storedHistoryRecord, { owner, creations: newest, totalSize, storedAtMs: Date.now() })
    },
  }
}

/** The list of finished videos, newest first. */
export const historyState = readyList.state
/** The list of all creations, and the collection. */
export const allState = allList.state
export const collectedState = collectedList.state
