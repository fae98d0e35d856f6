import type { OutboxItem, WorkSnapshot } from '#shared/contract/hub-contract.ts'
import type { StoreTransaction } from '#shared/browser/open-store.ts'
import type { FinishedRow, OutboxRow, TaskPool } from '#shared/storage/hub-records.ts'
import { announcedRecord, outboxRecord, taskPoolRecord } from '#shared/storage/hub-records.ts'
import { parseRecord, readRecord, toStored } from '#shared/storage/define-record.ts'
import { ANNOUNCED_PREFIX, announcedKey, OUTBOX_PREFIX, outboxKey, TASK_POOL_KEY } from '#shared/storage/keys.ts'

const FINISHED_KEPT_MS = 24 * 60 * 60 * 1000

/** Reads the task pool. */
export async function readPool(tx: StoreTransaction): Promise<TaskPool> {
  return readRecord(taskPoolRecord, await tx.get(TASK_POOL_KEY))
}

/** Writes the task pool. */
export function putPool(tx: StoreTransaction, pool: TaskPool): void {
  tx.put(TASK_POOL_KEY, toStored(taskPoolRecord, pool))
}

/** Reads one commit, undefined when it is gone. */
export async function readCommit(tx: StoreTransaction, commitId: string): Promise<OutboxRow | undefined> {
  return parseRecord(outboxRecord, await tx.get(outboxKey(commitId)))
}

/** Writes one commit. */
export function putCommit(tx: StoreTransaction, row: OutboxRow): void {
  tx.put(outboxKey(row.id), toStored(outboxRecord, row))
}

/** All commits on their way, oldest first. */
export async function readOutbox(tx: StoreTransaction): Promise<OutboxRow[]> {
  const rows = (await tx.list(OUTBOX_PREFIX)).flatMap((raw) => parseRecord(outboxRecord, raw) ?? [])
  return rows.sort((a, b) => a.createdAtMs - b.createdAtMs)
}

/** Reads one finished task, undefined when it is unknown. */
export async function readFinished(tx: StoreTransaction, taskId: string): Promise<FinishedRow | undefined> {
  return parseRecord(announcedRecord, await tx.get(announcedKey(taskId)))
}

/** Writes one finished task. */
export function putFinished(tx: StoreTransaction, row: FinishedRow): void {
  tx.put(announcedKey(row.taskId), toStored(announcedRecord, row))
}

/** All finished tasks that are remembered, newest first. */
export async function readAllFinished(tx: StoreTransaction): Promise<FinishedRow[]> {
  const rows = (await tx.list(ANNOUNCED_PREFIX)).flatMap((raw) => parseRecord(announcedRecord, raw) ?? [])
  return rows.sort((a, b) => b.finishedAtMs - a.finishedAtMs)
}

/** The work of this device as the page sees it; `sentBytes` comes from memory, the rest from the store. */
export async function readWork(tx: StoreTransaction, sentBytes: (commitId: string) => number): Promise<WorkSnapshot> {
  const [rows, pool, finished] = [await readOutbox(tx), await readPool(tx), await readAllFinished(tx)]
  return { outbox: rows.map((row) => toOutboxItem(row, sentBytes(row.id))), batches: pool.batches, finished }
}

function toOutboxItem(row: OutboxRow, sentBytes: number): OutboxItem {
  const { id, bizType, state, settings, priceCeiling, picture, createdAtMs, error } = row
  const { width, height, blob } = picture
  return { id, bizType, state, settings, priceCeiling, width, height, createdAtMs, sentBytes, totalBytes: blob.size, error }
}

/** Finished tasks are remembered for a day. */
export async function forgetOldFinished(tx: StoreTransaction, nowMs: number): Promise<void> {
  for (const row of await readAllFinished(tx)) {
    if (row.finishedAtMs + FINISHED_KEPT_MS < nowMs) tx.remove(announcedKey(row.taskId))
  }
}
