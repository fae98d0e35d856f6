import type { AppError } from '#shared/app-error.ts'
import type { ApiClient } from '#shared/api/client.ts'
import type { OutboxRow } from '#shared/storage/hub-records.ts'
import type { HubStore } from '#workers/hub/core/hub-store.ts'
import type { Uploader } from '#workers/hub/core/uploader.ts'
import type { Clock } from '#workers/lib/clock.ts'
import { generateCustom } from '#shared/api/generation.ts'
import { outboxKey } from '#shared/storage/keys.ts'
import { putCommit, putPool, readCommit, readOutbox, readPool } from '#workers/hub/core/hub-rows.ts'
import { toTrackedBatch } from '#workers/hub/core/to-tracked-batch.ts'
import { backoffMs } from '#workers/lib/backoff.ts'

const BACKOFF = { minMs: 1000, maxMs: 30_000 }

export interface OutboxSenderDeps {
  readonly store: HubStore
  readonly fence: number
  readonly api: ApiClient
  readonly upload: Uploader
  readonly clock: Clock
  readonly random: () => number
  readonly onChange: () => Promise<void>
  /** A batch was accepted: it can be tracked and the balance is lower. */
  readonly onAccepted: () => void
}

type Outcome = 'done' | 'refused' | { readonly againInMs: number | null }

/**
 * One pass over the outbox, oldest commit first. The body is frozen and stored before its first byte is sent, and every try carries the
 * commit's id as its idempotency key: a lost answer makes the commit "unknown", and asking again can't charge twice.
 * The accepted batch and the removal of the row are one transaction.
 */
export function createOutboxSender(deps: OutboxSenderDeps): (signal: AbortSignal) => Promise<number | null> {
  const { store, fence, api, upload, clock, random, onChange, onAccepted } = deps
  let failures = 0

  /** Undefined when the person has discarded the commit meanwhile. */
  async function change(commitId: string, changes: Partial<OutboxRow>): Promise<OutboxRow | undefined> {
    const next = await store.writeAsOwner(fence, async (tx) => {
      const row = await readCommit(tx, commitId)
      if (row === undefined) return undefined
      const changed = { ...row, ...changes }
      putCommit(tx, changed)
      return changed
    })
    await onChange()
    return next
  }

  async function giveUpOrWait(row: OutboxRow, error: AppError, waitingState: 'queued' | 'unknown'): Promise<Outcome> {
    const isRefused = error.retry === 'never'
    await change(row.id, { state: isRefused ? 'refused' : waitingState, error })
    return isRefused ? 'refused' : { againInMs: error.afterMs ?? null }
  }

  async function send(row: OutboxRow, signal: AbortSignal): Promise<Outcome> {
    const { settings } = row
    const { imageFidelity, ...fields } = settings
    const body = row.body ?? JSON.stringify({ ...fields, images: [row.fileUrl], extParams: { imageFidelity } })
    const frozen = await change(row.id, { state: 'sending', body, error: null })
    if (frozen === undefined) return 'done'
    const answer = await api.call(generateCustom, JSON.parse(body), { signal, idempotencyKey: row.id, frozenBody: body })
    if (!answer.ok) return giveUpOrWait(row, answer.error, 'unknown')
    await store.writeAsOwner(fence, async (tx) => {
      const batch = toTrackedBatch(row, answer.value, clock.nowMs())
      const pool = await readPool(tx)
      const others = pool.batches.filter(({ batchId }) => batchId !== batch.batchId)
      putPool(tx, { polledAtMs: others.length === 0 ? batch.acceptedAtMs : pool.polledAtMs, batches: [...others, batch] })
      tx.remove(outboxKey(row.id))
    })
    await onChange()
    onAccepted()
    return 'done'
  }

  async function process(row: OutboxRow, signal: AbortSignal): Promise<Outcome> {
    if (row.fileUrl !== null) return send(row, signal)
    if ((await change(row.id, { state: 'preparing', error: null })) === undefined) return 'done'
    const uploaded = await upload(row, signal)
    if (!uploaded.ok) return giveUpOrWait(row, uploaded.error, 'queued')
    const ready = await change(row.id, { fileUrl: uploaded.value })
    return ready === undefined ? 'done' : send(ready, signal)
  }

  return async (signal) => {
    const rows = (await store.read(readOutbox)).filter((row) => row.state !== 'refused')
    for (const row of rows) {
      if (signal.aborted) return null
      const outcome = await process(row, signal)
      if (typeof outcome === 'string') {
        failures = 0
        continue
      }
      failures += 1
      return outcome.againInMs ?? backoffMs(failures, BACKOFF, random)
    }
    return null
  }
}
