import type { StoreTransaction } from '#shared/browser/open-store.ts'
import type { FinishedRow, Identity, MutationRow, OutboxRow, OverdueRow, TaskPool } from '#shared/storage/hub-records.ts'
import * as records from '#shared/storage/hub-records.ts'
import { type StoredRecord, parseRecord, readRecord, toStored } from '#shared/storage/define-record.ts'
import * as keys from '#shared/storage/keys.ts'

const FINISHED_KEPT_MS = 24 * 60 * 60 * 1000

export async function readIdentity(tx: StoreTransaction): Promise<Identity> {
  return readRecord(records.identityRecord, await tx.get(keys.IDENTITY_KEY))
}

/** Matches rows of this account, and rows stored before rows had an account. */
export async function accountFilter(tx: StoreTransaction): Promise<(row: { readonly account: string }) => boolean> {
  const current = records.accountOf(await readIdentity(tx))
  return ({ account }) => account === current || account === records.ANYBODY
}

export async function readPool(tx: StoreTransaction): Promise<TaskPool> {
  return readRecord(records.taskPoolRecord, await tx.get(keys.TASK_POOL_KEY))
}

export function putPool(tx: StoreTransaction, pool: TaskPool): void {
  tx.put(keys.TASK_POOL_KEY, toStored(records.taskPoolRecord, pool))
}

export async function readCommit(tx: StoreTransaction, commitId: string): Promise<OutboxRow | undefined> {
  return parseRecord(records.outboxRecord, await tx.get(keys.outboxKey(commitId)))
}

export function putCommit(tx: StoreTransaction, row: OutboxRow): void {
  tx.put(keys.outboxKey(row.id), toStored(records.outboxRecord, row))
}

/** The current account's unsent commits, in the order in which they are sent. */
export async function readOutbox(tx: StoreTransaction): Promise<OutboxRow[]> {
  const isMine = await accountFilter(tx)
  const rows = await listRows(tx, keys.OUTBOX_PREFIX, records.outboxRecord)
  return rows.filter(isMine).sort((a, b) => a.position - b.position || a.createdAtMs - b.createdAtMs)
}

export async function readMutation(tx: StoreTransaction, id: string): Promise<MutationRow | undefined> {
  return parseRecord(records.mutationRecord, await tx.get(keys.mutationKey(id)))
}

export function putMutation(tx: StoreTransaction, row: MutationRow): void {
  tx.put(keys.mutationKey(row.id), toStored(records.mutationRecord, row))
}

/** All mutations of the current account, oldest first. */
export async function readMutations(tx: StoreTransaction): Promise<MutationRow[]> {
  const isMine = await accountFilter(tx)
  const rows = await listRows(tx, keys.MUTATION_PREFIX, records.mutationRecord)
  return rows.filter(isMine).sort((a, b) => a.createdAtMs - b.createdAtMs)
}

export function putOverdue(tx: StoreTransaction, row: OverdueRow): void {
  tx.put(keys.overdueKey(row.batchId), toStored(records.overdueRecord, row))
}

/** The current account's batches that have left the pool unfinished. */
export async function readOverdue(tx: StoreTransaction): Promise<OverdueRow[]> {
  const isMine = await accountFilter(tx)
  return (await listRows(tx, keys.OVERDUE_PREFIX, records.overdueRecord)).filter(isMine)
}

export async function readFinished(tx: StoreTransaction, taskId: string): Promise<FinishedRow | undefined> {
  return parseRecord(records.announcedRecord, await tx.get(keys.announcedKey(taskId)))
}

export function putFinished(tx: StoreTransaction, row: FinishedRow): void {
  tx.put(keys.announcedKey(row.taskId), toStored(records.announcedRecord, row))
}

/** The current account's stored finished tasks, newest first. */
export async function readAllFinished(tx: StoreTransaction): Promise<FinishedRow[]> {
  const isMine = await accountFilter(tx)
  const rows = await listRows(tx, keys.ANNOUNCED_PREFIX, records.announcedRecord)
  return rows.filter(isMine).sort((a, b) => b.finishedAtMs - a.finishedAtMs)
}

/** Deletes finished tasks after a day. */
export async function forgetOldFinished(tx: StoreTransaction, nowMs: number): Promise<void> {
  for (const row of await listRows(tx, keys.ANNOUNCED_PREFIX, records.announcedRecord)) {
    if (row.finishedAtMs + FINISHED_KEPT_MS < nowMs) tx.remove(keys.announcedKey(row.taskId))
  }
}

/** All readable rows under a prefix; invalid ones are skipped. */
export async function listRows<T>(tx: StoreTransaction, prefix: string, record: StoredRecord<T>): Promise<T[]> {
  return (await tx.list(prefix)).flatMap((raw) => parseRecord(record, raw) ?? [])
}
