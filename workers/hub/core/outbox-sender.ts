import type { AppError } from '#shared/app-error.ts'
import type { ApiClient } from '#shared/api/client.ts'
import type { OutboxRow } from '#shared/storage/hub-records.ts'
import type { HubStore } from '#workers/hub/core/hub-store.ts'
import type { Uploader } from '#workers/hub/core/uploader.ts'
import type { Clock } from '#workers/lib/clock.ts'
import { NO_ANSWER_CODE } from '#shared/api/error-codes.ts'
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

/** How a row fared: finished with it, not before a moment, or the server could not be reached at all. */
type Outcome = { readonly kind: 'done' | 'unreachable' } | { readonly kind: 'later'; readonly afterMs: number | undefined }

const DONE: Outcome = { kind: 'done' }

export interface OutboxSender {
  pass(signal: AbortSignal): Promise<number | null>
  /** The network is back or something changed: waits no longer hold. */
  forgetWaits(): void
}

/**
 * Passes over the outbox, oldest commit first. The body is frozen and stored before its first byte is sent, and every try carries the
 * commit's id as its idempotency key: a lost answer makes the commit "unknown", and asking again can't charge twice.
 * The accepted batch and the removal of the row are one transaction. A row that has to wait stops no other; a missing network stops all.
 */
export function createOutboxSender(deps: OutboxSenderDeps): OutboxSender {
  const { store, fence, api, upload, clock, random, onChange, onAccepted } = deps
  const waits = new Map<string, { readonly failures: number; readonly untilMs: number }>()

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

  async function fail(row: OutboxRow, error: AppError): Promise<Outcome> {
    const isUnanswered = error.code === NO_ANSWER_CODE || error.code === 'answer_malformed' || error.code === 'cancelled'
    if (error.retry === 'never') await change(row.id, { state: 'refused', body: null, error })
    else if (isUnanswered && row.body !== null) await change(row.id, { state: 'unknown', error })
    else await change(row.id, { state: 'queued', body: null, error })
    if (error.retry === 'never') return DONE
    return error.code === NO_ANSWER_CODE ? { kind: 'unreachable' } : { kind: 'later', afterMs: error.afterMs }
  }

  async function send(row: OutboxRow, signal: AbortSignal): Promise<Outcome> {
    const { imageFidelity, ...fields } = row.settings
    const body = row.body ?? JSON.stringify({ ...fields, images: [row.fileUrl], extParams: { imageFidelity } })
    const frozen = await change(row.id, { state: 'sending', body, error: null })
    if (frozen === undefined) return DONE
    const answer = await api.call(generateCustom, JSON.parse(body), { signal, idempotencyKey: row.id, frozenBody: body })
    if (!answer.ok) return fail(frozen, answer.error)
    await store.writeAsOwner(fence, async (tx) => {
      const batch = toTrackedBatch(row, answer.value, clock.nowMs())
      const pool = await readPool(tx)
      const others = pool.batches.filter(({ batchId }) => batchId !== batch.batchId)
      putPool(tx, { polledAtMs: others.length === 0 ? batch.acceptedAtMs : pool.polledAtMs, batches: [...others, batch] })
      tx.remove(outboxKey(row.id))
    })
    await onChange()
    onAccepted()
    return DONE
  }

  async function process(row: OutboxRow, signal: AbortSignal): Promise<Outcome> {
    if (row.fileUrl !== null) return send(row, signal)
    if ((await change(row.id, { state: 'preparing', error: null })) === undefined) return DONE
    const uploaded = await upload(row, signal)
    if (!uploaded.ok) return fail(row, uploaded.error)
    const ready = await change(row.id, { fileUrl: uploaded.value })
    return ready === undefined ? DONE : send(ready, signal)
  }

  function note(commitId: string, outcome: Outcome): void {
    if (outcome.kind === 'done') {
      waits.delete(commitId)
      return
    }
    const failures = (waits.get(commitId)?.failures ?? 0) + 1
    const asked = outcome.kind === 'later' ? outcome.afterMs : undefined
    waits.set(commitId, { failures, untilMs: clock.nowMs() + (asked ?? backoffMs(failures, BACKOFF, random)) })
  }

  return {
    forgetWaits: () => waits.clear(),
    async pass(signal) {
      const rows = (await store.read(readOutbox)).filter((row) => row.state !== 'refused')
      for (const { id } of rows) {
        if (signal.aborted) return null
        if ((waits.get(id)?.untilMs ?? 0) > clock.nowMs()) continue
        const row = await store.read((tx) => readCommit(tx, id))
        if (row === undefined) continue
        const outcome = await process(row, signal)
        note(id, outcome)
        if (outcome.kind === 'unreachable') break
      }
      const untilMs = rows.flatMap(({ id }) => waits.get(id)?.untilMs ?? [])
      return untilMs.length === 0 ? null : Math.max(0, Math.min(...untilMs) - clock.nowMs())
    },
  }
}
