import type { Creation } from '#shared/api/generation.ts'
import { getHistory, queryTask } from '#shared/api/generation.ts'
import { openRecords } from '#shared/browser/record-store.ts'
import { accountOf } from '#shared/storage/hub-records.ts'
import { HISTORY_DATABASE } from '#shared/storage/keys.ts'
import { storedHistoryRecord } from '#shared/storage/page-records.ts'
import { hub } from '#src/bridge/hub-client.ts'
import { api } from '#src/lib/api.ts'
import { identityReady } from '#src/lib/identity.ts'
import { snapshot } from '#src/lib/state.ts'
import { historyState } from './history-state.ts'
import { mergeCreations, takeFirstPage } from './merge-creations.ts'

const HISTORY_PAGE_SIZE = 20
const STORED_CREATIONS = 60
const STORED_KEY = 'creations'

const records = openRecords(HISTORY_DATABASE)
let loading: Promise<void> | undefined
/** Raised when the account changes: what was asked for before is nobody's any more. */
let era = 0

/** Another account, or none, is there now: its list begins empty, here and on the device. */
export async function forgetHistory(): Promise<void> {
  era += 1
  loading = undefined
  Object.assign(historyState, { creations: [], totalSize: 0, status: 'loading', problem: null, isLoadingMore: false })
  await records.remove(STORED_KEY)
}

/** Shows what this device holds, then what the server says. Calls that meet share one load. */
export function loadHistory(): Promise<void> {
  if (loading !== undefined) return loading
  const mine = load().finally(() => {
    if (loading === mine) loading = undefined
  })
  loading = mine
  return mine
}

async function load(): Promise<void> {
  if (historyState.status === 'loading') await showStored()
  historyState.problem = null
  const asked = era
  const answer = await api.call(getHistory, { curPage: 1, pageSize: HISTORY_PAGE_SIZE, taskStatus: 'SUCCESS' })
  if (asked !== era) return
  if (!answer.ok) {
    historyState.problem = answer.error.code
    return
  }
  const { data, totalSize } = answer.value
  await show(takeFirstPage(data, historyState.creations, totalSize), totalSize)
}

/** The next page behind what is shown; counted by what is there, so that new creations in front shift nothing away. */
export async function loadMore(): Promise<void> {
  if (historyState.isLoadingMore) return
  historyState.isLoadingMore = true
  historyState.problem = null
  const curPage = Math.floor(historyState.creations.length / HISTORY_PAGE_SIZE) + 1
  const asked = era
  const answer = await api.call(getHistory, { curPage, pageSize: HISTORY_PAGE_SIZE, taskStatus: 'SUCCESS' })
  if (asked !== era) return
  historyState.isLoadingMore = false
  if (answer.ok) await show(mergeCreations(answer.value.data, historyState.creations), answer.value.totalSize)
  else historyState.problem = answer.error.code
}

/** Fetches one finished creation, and puts its task away when there is none. False when it should be tried again. */
export async function fetchCreation(taskId: string): Promise<boolean> {
  const asked = era
  const answer = await api.call(queryTask, { taskId })
  if (asked !== era) return true
  if (!answer.ok) {
    if (answer.error.retry !== 'never') return false
    await hub.api.dismissFinished(taskId)
    return true
  }
  const isNew = !historyState.creations.some(({ id }) => id === taskId)
  await show(mergeCreations([answer.value], historyState.creations), historyState.totalSize + (isNew ? 1 : 0))
  return true
}

async function showStored(): Promise<void> {
  const [stored, identity] = await Promise.all([records.read(STORED_KEY, storedHistoryRecord), identityReady()])
  if (stored === undefined || stored.owner !== accountOf(identity) || historyState.status !== 'loading') return
  historyState.creations = mergeCreations(historyState.creations, stored.creations)
  historyState.totalSize = stored.totalSize
  historyState.status = 'stored'
}

async function show(creations: readonly Creation[], totalSize: number): Promise<void> {
  historyState.creations = creations
  historyState.totalSize = totalSize
  historyState.status = 'ready'
  const owner = accountOf(await identityReady())
  await records.write(STORED_KEY, storedHistoryRecord, {
    owner,
    creations: plainCreations(STORED_CREATIONS),
    totalSize,
    storedAtMs: Date.now(),
  })
}

/** What the store can clone: an assignment turns the assigned objects themselves into proxies. */
function plainCreations(count: number): Creation[] {
  return snapshot(historyState).creations.slice(0, count) as Creation[]
}
