import type { FinishedTask, MutationItem, OutboxItem, WorkSnapshot } from '#shared/contract/hub-contract.ts'
import type { Clock } from '#shared/clock.ts'
import type { StoreTransaction } from '#shared/browser/open-store.ts'
import type { FinishedRow, MutationRow, OutboxRow, TrackedBatchRow } from '#shared/storage/hub-records.ts'
import { type OwnedStore, accountFilter, readAllFinished, readMutations, readOutbox, readOverdue, readPool } from '../runtime/hub-store.ts'

const PROGRESS_INTERVAL_MS = 250

export interface WorkView {
  readonly refresh: () => Promise<void>
  readonly noteProgress: (commitId: string, sentBytes: number) => void
}

export interface WorkViewDeps {
  readonly store: OwnedStore
  readonly clock: Clock
  readonly publish: (work: WorkSnapshot) => void
}

/**
 * Publishes the work of all tabs from the store. Reads run one at a time, so that an older read never replaces the result of a newer one.
 */
export function createWorkView({ store, clock, publish: show }: WorkViewDeps): WorkView {
  const sentBytes = new Map<string, number>()
  let lastRefresh = Promise.resolve()
  let progressAtMs = Number.NEGATIVE_INFINITY

  function refresh(): Promise<void> {
    const currentRefresh = lastRefresh.then(async () => show(await store.read((tx) => readWork(tx, (id) => sentBytes.get(id) ?? 0))))
    lastRefresh = currentRefresh.catch(() => undefined)
    return currentRefresh
  }

  return {
    refresh,
    noteProgress(commitId, bytes) {
      sentBytes.set(commitId, bytes)
      if (clock.nowMs() - progressAtMs < PROGRESS_INTERVAL_MS && bytes > 0) return
      progressAtMs = clock.nowMs()
      void refresh().catch(() => undefined)
    },
  }
}

/** The current account's work in the form for the page. `sentBytes` is in memory, the rest in the store. */
async function readWork(tx: StoreTransaction, sentBytes: (commitId: string) => number): Promise<WorkSnapshot> {
  const isMine = await accountFilter(tx)
  const [rows, mutations, pool] = [await readOutbox(tx), await readMutations(tx), await readPool(tx)]
  const [overdue, finishedRows] = [await readOverdue(tx), await readAllFinished(tx)]
  return {
    outbox: rows.map((row) => toOutboxItem(row, sentBytes(row.id))),
    mutations: mutations.map(toMutationItem),
    batches: [
      ...pool.batches.filter(isMine).map((batch) => toTracked(batch, false)),
      ...overdue.map(({ askedAtMs: _askedAtMs, ...batch }) => toTracked(batch, true)),
    ],
    finished: finishedRows.map(toFinished),
  }
}

function toOutboxItem(row: OutboxRow, sentBytes: number): OutboxItem {
  const { id, bizType, state, settings, priceCeiling, picture, lastPicture, createdAtMs, error } = row
  const { width, height, blob } = picture
  const totalBytes = blob.size + (lastPicture?.blob.size ?? 0)
  const isEditable = row.body === null
  return { id, bizType, state, settings, priceCeiling, width, height, createdAtMs, sentBytes, totalBytes, isEditable, error }
}

function toMutationItem({ account: _account, ...item }: MutationRow): MutationItem {
  return item
}

function toTracked({ account: _account, ...batch }: TrackedBatchRow, isOverdue: boolean) {
  return { ...batch, isOverdue }
}

function toFinished({ account: _account, ...finished }: FinishedRow): FinishedTask {
  return finished
}
