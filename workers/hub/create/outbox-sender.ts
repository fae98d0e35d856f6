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
  endPauses(): void
}

/**
 * Sends the outbox in order of position. The frozen body is stored before its first byte is sent, and each try has the commit's id as
 * idempotency key. After a lost answer the commit is "unknown", and a retry can't charge twice. One transaction stores the accepted batch
 * and deletes the row. A waiting row does not block others; a missing network blocks all.
 */
export function createOutboxSender(deps: OutboxSenderDeps): OutboxSender {
  const { store, api, clock, random, isClosing, onChange, onAccepted } = deps
  const retryPauses = new Map<string, { failures: number; pause: Pause }>()
  /**
   * One pause for all commits after a request without an answer, which preserves their order. A new commit ends the pause: the sender tries
   * again, from the first commit on.
   */
  let outage = NO_OUTAGE
  let runningUpload: { readonly commitId: string; readonly controller: AbortController } | undefined

  /** Changes a stored commit. Undefined if the commit was discarded or the account logged out in the meantime. */
  async function changeCommit(commitId: string, changes: (row: OutboxRow) => Partial<OutboxRow>): Promise<OutboxRow | undefined> {
    const nextRow = await store.write(async (tx) => {
      const row = await readCommit(tx, commitId)
      if (row === undefined) return undefined
      const changedRow = { ...row, ...changes(row) }
      putCommit(tx, changedRow)
      return changedRow
    })
    await onChange()
    return nextRow
  }

  /**
   * Stores a failed try. After an answer that forbids a retry, the commit is "refused". Without an answer it becomes "unknown", also if an
   * earlier try may have had an effect (`isRepeat`). Otherwise it is "queued" again.
   */
  async function storeFailure(commitId: string, error: AppError, isRepeat = false): Promise<Outcome> {
    const row = await changeCommit(commitId, ({ body }) => {
      if (error.retry === 'never') return { state: 'refused', body: null, frozenAtMs: null, error }
      if ((isUnanswered(error) || isRepeat) && body !== null) return { state: 'unknown', error }
      return { state: 'queued', body: null, frozenAtMs: null, error }
    })
    if (row === undefined || error.retry === 'never') return DONE
    return error.code === NO_ANSWER_CODE ? { kind: NO_NETWORK } : { kind: 'later', afterMs: error.afterMs }
  }

  async function sendCommit(commitId: string, signal: AbortSignal): Promise<Outcome> {
    let isRepeat = false
    const frozenRow = await changeCommit(commitId, (row) => {
      isRepeat = row.body !== null
      return { state: 'sending', body: row.body ?? toCommitBody(row), frozenAtMs: row.frozenAtMs ?? clock.nowMs(), error: null }
    })
    if (frozenRow === undefined || frozenRow.body === null) return DONE
    // The idempotency key is the commit's own id, so that any retry means the same commit.
    const options = { signal, idempotencyKey: commitId, frozenBody: frozenRow.body }
    const answer = await api.call(COMMIT_CALLS[frozenRow.bizType], JSON.parse(frozenRow.body), options)
    if (!answer.ok) return storeFailure(commitId, withPriceCode(answer.error), isRepeat)
    await store.write(async (tx) => {
      const row = await readCommit(tx, commitId)
      if (row === undefined) return
      const batch = toTrackedBatch(row, answer.value, clock.nowMs())
      const pool = await readPool(tx)
      const otherBatches = pool.batches.filter(({ batchId }) => batchId !== batch.batchId)
      putPool(tx, { polledAtMs: otherBatches.length === 0 ? batch.acceptedAtMs : pool.polledAtMs, batches: [...otherBatches, batch] })
      tx.remove(outboxKey(commitId))
    })
    await onChange()
    onAccepted()
    return DONE
  }

  async function uploadPicture(commitId: string, { field, ...upload }: MissingPicture, signal: AbortSignal): Promise<Outcome | undefined> {
    const controller = new AbortController()
    let hasUploadStarted = false
    runningUpload = { commitId, controller }
    const onStart = async () => {
      hasUploadStarted = true
      if ((await changeCommit(commitId, () => ({ state: 'preparing', error: null }))) === undefined) controller.abort()
    }
    const uploadResult = await anySignal([signal, controller.signal], (eitherSignal) =>
      deps.upload({ commitId, ...upload }, { signal: eitherSignal, onStart }),
    )
    runningUpload = undefined
    if (controller.signal.aborted) return DONE
    if (!uploadResult.ok) {
      const outcome = await storeFailure(commitId, uploadResult.error)
      // The server accepted the start of the upload, so it is reachable: this failure must not block other commits.
      return hasUploadStarted && outcome.kind === NO_NETWORK ? { kind: 'later', afterMs: undefined } : outcome
    }
    return (await changeCommit(commitId, () => ({ [field]: uploadResult.value }))) === undefined ? DONE : undefined
  }

  async function processRow(row: OutboxRow, signal: AbortSignal): Promise<Outcome> {
    if (row.frozenAtMs !== null && row.frozenAtMs + SAFE_RESEND_MS < clock.nowMs()) {
      return storeFailure(row.id, { code: 'outcome_unknown', retry: 'never' })
    }
    for (const missingPicture of missingPictures(row)) {
      const outcome = await uploadPicture(row.id, missingPicture, signal)
      if (outcome !== undefined || isClosing()) return outcome ?? DONE
    }
    return sendCommit(row.id, signal)
  }

  function noteOutcome(commitId: string, outcome: Outcome, rows: readonly OutboxRow[]): void {
    if (outcome.kind === NO_NETWORK) {
      const failures = outage.failures + 1
      const pause = pauseFrom(clock.nowMs(), backoffMs(failures, BACKOFF, random))
      outage = { failures, pause, commitIds: new Set(rows.map(({ id }) => id)) }
      return
    }
    outage = NO_OUTAGE
    if (outcome.kind === 'done') {
      retryPauses.delete(commitId)
      return
    }
    const failures = (retryPauses.get(commitId)?.failures ?? 0) + 1
    const ms = Math.max(outcome.afterMs ?? 0, backoffMs(failures, BACKOFF, random))
    retryPauses.set(commitId, { failures, pause: pauseFrom(clock.nowMs(), ms) })
  }

  return {
    endPauses() {
      retryPauses.clear()
      outage = NO_OUTAGE
    },
    stopUpload(commitId) {
      if (runningUpload?.commitId === commitId) runningUpload.controller.abort()
    },
    async pass(signal) {
      const triedIds = new Set<string>()
      for (;;) {
        const rows = (await store.read(readOutbox)).filter(({ state }) => state !== 'refused')
        const nowMs = clock.nowMs()
        const outageMs = pauseLeftMs(outage.pause, nowMs)
        if (outageMs > 0 && rows.every(({ id }) => outage.commitIds.has(id))) return rows.length === 0 ? null : outageMs
        const row = rows.find(({ id }) => !triedIds.has(id) && waitMs(id, nowMs) === 0)
        if (row === undefined || signal.aborted || isClosing()) return nextPassInMs(rows, nowMs)
        triedIds.add(row.id)
        const outcome = await processRow(row, signal)
        noteOutcome(row.id, outcome, rows)
        if (outcome.kind === NO_NETWORK) return pauseLeftMs(outage.pause, clock.nowMs())
      }
    },
  }

  function waitMs(commitId: string, nowMs: number): number {
    return pauseLeftMs(retryPauses.get(commitId)?.pause ?? NO_PAUSE, nowMs)
  }

  function nextPassInMs(rows: readonly OutboxRow[], nowMs: number): number | null {
    const waitsMs = rows.filter(({ id }) => retryPauses.has(id)).map(({ id }) => waitMs(id, nowMs))
    return waitsMs.length === 0 ? null : Math.min(...waitsMs)
  }
}

interface MissingPicture extends Omit<Upload, 'commitId'> {
  readonly field: 'fileUrl' | 'lastFileUrl'
}

/** The pictures to upload, in sending order. */
function missingPictures({ picture, lastPicture, fileUrl, lastFileUrl }: OutboxRow): MissingPicture[] {
  const pictures: MissingPicture[] = []
  if (fileUrl === null) pictures.push({ field: 'fileUrl', picture, bytesBefore: 0 })
  if (lastPicture !== null && lastFileUrl === null) {
    pictures.push({ field: 'lastFileUrl', picture: lastPicture, bytesBefore: picture.blob.size })
  }
  return pictures
}

function withPriceCode(error: AppError): AppError {
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
