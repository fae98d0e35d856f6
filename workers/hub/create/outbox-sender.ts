import type { AppError } from '#shared/result.ts'
import type { ApiClient } from '#shared/api/client.ts'
import type { OutboxRow, TrackedBatchRow } from '#shared/storage/hub-records.ts'
import type { Clock } from '#shared/clock.ts'
import { anySignal } from '#shared/any-signal.ts'
import { NO_ANSWER_CODE } from '#shared/error-codes.ts'
import { type BizType, SAFE_RESEND_MS, BATCH_RETENTION_MS } from '#shared/domain/task.ts'
import { outboxKey } from '#shared/storage/records.ts'
import { backoffMs } from '#workers/lib/backoff.ts'
import { type GenerationAccepted, UNREPORTED_TASK, generateCustom, generateHeadTail, generateTemplate } from '#shared/api/generation.ts'
import type { PreparedPicture } from '#shared/contract/commit-contract.ts'
import type { Call } from '#shared/api/define-call.ts'
import { type OwnedStore, putCommit, putPool, readCommit, readOutbox, readPool } from '../runtime/hub-store.ts'
import { type Pause, isUnanswered, NO_PAUSE, pauseFrom, pauseLeftMs } from '../runtime/pause.ts'
import { toCommitBody } from './commit-body.ts'
import type { Upload, Uploader } from './uploader.ts'

const BACKOFF = { minMs: 1000, maxMs: 30_000 }

interface OutboxSenderDeps {
  readonly store: OwnedStore
  readonly api: ApiClient
  readonly upload: Uploader
  readonly clock: Clock
  readonly random: () => number
  /** True while a newer build replaces this hub worker. The sender then starts no further commits. */
  readonly isClosing: () => boolean
  readonly onChange: () => Promise<void>
  /** Called when the server accepted a batch: it must be tracked, and the balance is lower. */
  readonly onAccepted: () => void
}

/** The result of a pass for one row: done, server unreachable, or retry later. */
type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'later'; readonly afterMs: number | undefined }

const DONE: Outcome = { kind: 'done' }
const NO_NETWORK = 'unreachable'
const NO_OUTAGE = { failures: 0, pause: NO_PAUSE, commitIds: new Set<string>() }

interface OutboxSender {
  pass(signal: AbortSignal): Promise<number | null>
  stopUpload(commitId: string): void
  /** Ends all pauses before retries, so that every commit may be sent at once. Called when the hub wakes and when the account changes. */
  forgetWaits(): void
}

/**
 * Sends the outbox in order of position. The frozen body is stored before its first byte is sent, and each try has the commit's id as
 * idempotency key. After a lost answer the commit is "unknown", and a retry can't charge twice. One transaction stores the accepted batch
 * and deletes the row. A waiting row does not block others; a missing network blocks all.
 */
export function createOutboxSender(deps: OutboxSenderDeps): OutboxSender {
  const { store, api, clock, random, isClosing, onChange, onAccepted } = deps
  const waits = new Map<string, { failures: number; pause: Pause }>()
  /** One pause for all present commits while the server is unreachable, which preserves their order. A new commit may be tried at once. */
  let outage = NO_OUTAGE
  let uploading: { readonly commitId: string; readonly abort: AbortController } | undefined

  /** Changes a stored commit. Undefined if the commit was discarded or the account logged out in the meantime. */
  async function change(commitId: string, changes: (row: OutboxRow) => Partial<OutboxRow>): Promise<OutboxRow | undefined> {
    const next = await store.write(async (tx) => {
      const row = await readCommit(tx, commitId)
      if (row === undefined) return undefined
      const changed = { ...row, ...changes(row) }
      putCommit(tx, changed)
      return changed
    })
    await onChange()
    return next
  }

  /**
   * Stores a failed try. `isRepeat`: an earlier try was sent and may have had an effect. If the new answer does not settle this, or if
   * there is no answer, the commit becomes "unknown".
   */
  async function fail(commitId: string, error: AppError, isRepeat = false): Promise<Outcome> {
    const row = await change(commitId, ({ body }) => {
      if (error.retry === 'never') return { state: 'refused', body: null, frozenAtMs: null, error }
      if ((isUnanswered(error) || isRepeat) && body !== null) return { state: 'unknown', error }
      return { state: 'queued', body: null, frozenAtMs: null, error }
    })
    if (row === undefined || error.retry === 'never') return DONE
    return error.code === NO_ANSWER_CODE ? { kind: NO_NETWORK } : { kind: 'later', afterMs: error.afterMs }
  }

  async function send(commitId: string, signal: AbortSignal): Promise<Outcome> {
    let isRepeat = false
    const frozen = await change(commitId, (row) => {
      isRepeat = row.body !== null
      return { state: 'sending', body: row.body ?? toCommitBody(row), frozenAtMs: row.frozenAtMs ?? clock.nowMs(), error: null }
    })
    if (frozen === undefined || frozen.body === null) return DONE
    // The idempotency key is the commit's own id, so that any retry means the same commit.
    const options = { signal, idempotencyKey: commitId, frozenBody: frozen.body }
    const answer = await api.call(COMMIT_CALLS[frozen.bizType], JSON.parse(frozen.body), options)
    if (!answer.ok) return fail(commitId, named(answer.error), isRepeat)
    await store.write(async (tx) => {
      const row = await readCommit(tx, commitId)
      if (row === undefined) return
      const batch = toTrackedBatch(row, answer.value, clock.nowMs())
      const pool = await readPool(tx)
      const others = pool.batches.filter(({ batchId }) => batchId !== batch.batchId)
      putPool(tx, { polledAtMs: others.length === 0 ? batch.acceptedAtMs : pool.polledAtMs, batches: [...others, batch] })
      tx.remove(outboxKey(commitId))
    })
    await onChange()
    onAccepted()
    return DONE
  }

  async function uploadPicture(commitId: string, { field, ...upload }: MissingPicture, signal: AbortSignal): Promise<Outcome | undefined> {
    const abort = new AbortController()
    let hasBegun = false
    uploading = { commitId, abort }
    const onStart = async () => {
      hasBegun = true
      if ((await change(commitId, () => ({ state: 'preparing', error: null }))) === undefined) abort.abort()
    }
    const uploaded = await anySignal([signal, abort.signal], (either) => deps.upload({ commitId, ...upload }, { signal: either, onStart }))
    uploading = undefined
    if (abort.signal.aborted) return DONE
    if (!uploaded.ok) {
      const outcome = await fail(commitId, uploaded.error)
      // The server accepted the start of the upload, so it is reachable: this failure must not block other commits.
      return hasBegun && outcome.kind === NO_NETWORK ? { kind: 'later', afterMs: undefined } : outcome
    }
    return (await change(commitId, () => ({ [field]: uploaded.value }))) === undefined ? DONE : undefined
  }

  async function process(row: OutboxRow, signal: AbortSignal): Promise<Outcome> {
    if (row.frozenAtMs !== null && row.frozenAtMs + SAFE_RESEND_MS < clock.nowMs()) {
      return fail(row.id, { code: 'outcome_unknown', retry: 'never' })
    }
    for (const missing of missingPictures(row)) {
      const ended = await uploadPicture(row.id, missing, signal)
      if (ended !== undefined || isClosing()) return ended ?? DONE
    }
    return send(row.id, signal)
  }

  function note(commitId: string, outcome: Outcome, rows: readonly OutboxRow[]): void {
    if (outcome.kind === NO_NETWORK) {
      const failures = outage.failures + 1
      const pause = pauseFrom(clock.nowMs(), backoffMs(failures, BACKOFF, random))
      outage = { failures, pause, commitIds: new Set(rows.map(({ id }) => id)) }
      return
    }
    outage = NO_OUTAGE
    if (outcome.kind === 'done') {
      waits.delete(commitId)
      return
    }
    const failures = (waits.get(commitId)?.failures ?? 0) + 1
    const ms = Math.max(outcome.afterMs ?? 0, backoffMs(failures, BACKOFF, random))
    waits.set(commitId, { failures, pause: pauseFrom(clock.nowMs(), ms) })
  }

  return {
    forgetWaits() {
      waits.clear()
      outage = NO_OUTAGE
    },
    stopUpload(commitId) {
      if (uploading?.commitId === commitId) uploading.abort.abort()
    },
    async pass(signal) {
      const tried = new Set<string>()
      for (;;) {
        const rows = (await store.read(readOutbox)).filter(({ state }) => state !== 'refused')
        const nowMs = clock.nowMs()
        const outMs = pauseLeftMs(outage.pause, nowMs)
        if (outMs > 0 && rows.every(({ id }) => outage.commitIds.has(id))) return rows.length === 0 ? null : outMs
        const row = rows.find(({ id }) => !tried.has(id) && waitMs(id, nowMs) === 0)
        if (row === undefined || signal.aborted || isClosing()) return pauseMs(rows, nowMs)
        tried.add(row.id)
        const outcome = await process(row, signal)
        note(row.id, outcome, rows)
        if (outcome.kind === NO_NETWORK) return pauseLeftMs(outage.pause, clock.nowMs())
      }
    },
  }

  function waitMs(commitId: string, nowMs: number): number {
    return pauseLeftMs(waits.get(commitId)?.pause ?? NO_PAUSE, nowMs)
  }

  function pauseMs(rows: readonly OutboxRow[], nowMs: number): number | null {
    const left = rows.filter(({ id }) => waits.has(id)).map(({ id }) => waitMs(id, nowMs))
    return left.length === 0 ? null : Math.min(...left)
  }
}

interface MissingPicture extends Omit<Upload, 'commitId'> {
  readonly field: 'fileUrl' | 'lastFileUrl'
}

/** The pictures to upload, in sending order. */
function missingPictures({ picture, lastPicture, fileUrl, lastFileUrl }: OutboxRow): MissingPicture[] {
  const missing: MissingPicture[] = []
  if (fileUrl === null) missing.push({ field: 'fileUrl', picture, bytesBefore: 0 })
  if (lastPicture !== null && lastFileUrl === null) {
    missing.push({ field: 'lastFileUrl', picture: lastPicture, bytesBefore: picture.blob.size })
  }
  return missing
}

function named(error: AppError): AppError {
  return error.fields?.includes('priceCeiling') === true ? { ...error, code: 'price_changed' } : error
}

/** The record that tracks an accepted commit. */
function toTrackedBatch(row: OutboxRow, { batchId, taskIds }: GenerationAccepted, acceptedAtMs: number): TrackedBatchRow {
  const { id: commitId, account, bizType, settings, priceCeiling: points, picture, fileUrl } = row
  const { lastPicture, lastFileUrl } = row
  return {
    batchId,
    account,
    bizType,
    commitId,
    settings,
    points,
    acceptedAtMs,
    expireAt: acceptedAtMs + BATCH_RETENTION_MS,
    sourceUrl: fileUrl ?? '',
    ...sizeOf(picture),
    lastSource: lastPicture === null || lastFileUrl === null ? undefined : { ...sizeOf(lastPicture), url: lastFileUrl },
    tasks: taskIds.map((id) => ({ ...UNREPORTED_TASK, id, bizType, status: 'PENDING' as const })),
  }
}

function sizeOf({ width, height }: PreparedPicture) {
  return { width, height }
}

const COMMIT_CALLS: Record<BizType, Call<unknown, GenerationAccepted>> = {
  CUSTOM: generateCustom,
  HEAD_TAIL: generateHeadTail,
  TEMPLATE: generateTemplate,
}
