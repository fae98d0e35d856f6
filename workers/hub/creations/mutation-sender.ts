import type { AppError, Result } from '#shared/result.ts'
import type { ApiClient, CallOptions } from '#shared/api/client.ts'
import type { Mutation } from '#shared/contract/hub-contract.ts'
import type { MutationRow } from '#shared/storage/hub-records.ts'
import { type Pause, isUnanswered, NO_PAUSE, pauseFrom, pauseLeftMs } from '../runtime/pause.ts'
import { type OwnedStore, putMutation, readMutations } from '../runtime/hub-store.ts'
import { cancelTask, collectCreations, deleteCreations, restoreCreations } from '#shared/api/generation.ts'
import { contactUs, subscribeEmail } from '#shared/api/contact.ts'
import { mutationKey } from '#shared/storage/records.ts'
import { noteCancelled } from './task-poller.ts'
import type { Clock } from '#shared/clock.ts'
import { backoffMs } from '#workers/lib/backoff.ts'

const BACKOFF = { minMs: 1000, maxMs: 30_000 }

export interface MutationSenderDeps {
  readonly store: OwnedStore
  readonly api: ApiClient
  readonly clock: Clock
  readonly random: () => number
  readonly isClosing: () => boolean
  readonly onChange: () => Promise<void>
  /** Called when a cancellation returned the points, or the video ended first. */
  readonly onCancelled: () => void
}

export interface MutationSender {
  pass(signal: AbortSignal): Promise<number | null>
  endPauses(): void
}

/**
 * Sends mutations strictly in order, because a later one may undo an earlier one. A waiting mutation blocks all after it. Only messages
 * to support and newsletter subscriptions are independent: above their rate limit they wait without blocking others.
 */
export function createMutationSender({ store, api, clock, random, isClosing, onChange, onCancelled }: MutationSenderDeps): MutationSender {
  let failures = 0
  let retryPause: Pause = NO_PAUSE
  const limitPauses = new Map<string, Pause>()

  /** Changes a stored mutation, or deletes it (null). False if the mutation is gone, or waits for the account that requested it. */
  async function changeMutation(id: string, changes: Partial<MutationRow> | null): Promise<boolean> {
    const isStored = await store.write(async (tx) => {
      const row = (await readMutations(tx)).find((each) => each.id === id)
      if (row === undefined) return false
      if (changes === null) tx.remove(mutationKey(id))
      else putMutation(tx, { ...row, ...changes })
      return true
    })
    await onChange()
    return isStored
  }

  /** A cancellation also removes its task from the work in the same transaction. */
  async function finishMutation(id: string, mutation: Mutation, isApplied: boolean): Promise<void> {
    await store.write(async (tx) => {
      tx.remove(mutationKey(id))
      if (mutation.kind === 'cancel' && isApplied) await noteCancelled(tx, mutation.taskId)
    })
    await onChange()
    if (mutation.kind === 'cancel') onCancelled()
  }

  /** Stores a failed try. Null if the server rejected the mutation for good, otherwise the pause before the next try. */
  async function storeFailure(id: string, error: AppError): Promise<number | null> {
    if (error.retry === 'never') {
      await changeMutation(id, { state: 'refused', error })
      return null
    }
    await changeMutation(id, { state: isUnanswered(error) ? 'unknown' : 'queued', error })
    failures += 1
    retryPause = pauseFrom(clock.nowMs(), Math.max(error.afterMs ?? 0, backoffMs(failures, BACKOFF, random)))
    return pauseLeftMs(retryPause, clock.nowMs())
  }

  /** Delays a rate-limited mutation without blocking the others. */
  async function delayRateLimited(id: string, error: AppError): Promise<number> {
    const restMs = Math.max(error.afterMs ?? 0, BACKOFF.maxMs)
    limitPauses.set(id, pauseFrom(clock.nowMs(), restMs))
    await changeMutation(id, { state: 'queued', error })
    return restMs
  }

  return {
    endPauses() {
      failures = 0
      retryPause = NO_PAUSE
    },
    async pass(signal) {
      const rows = (await store.read(readMutations)).filter(({ state }) => state !== 'refused')
      const restMs = pauseLeftMs(retryPause, clock.nowMs())
      if (rows.length > 0 && restMs > 0) return restMs
      let nextPassInMs: number | null = null
      for (const { id, mutation } of rows) {
        if (signal.aborted || isClosing()) return null
        const limitPauseMs = pauseLeftMs(limitPauses.get(id) ?? NO_PAUSE, clock.nowMs())
        if (limitPauseMs > 0) {
          nextPassInMs = Math.min(nextPassInMs ?? limitPauseMs, limitPauseMs)
          continue
        }
        if (!(await changeMutation(id, { state: 'sending', error: null }))) continue
        // The idempotency key is the mutation's own id, so that a repeat is the same change.
        const answer = await sendMutation(api, mutation, { signal, idempotencyKey: id })
        if (!answer.ok && isOverLimit(mutation, answer.error)) {
          const restMs = await delayRateLimited(id, answer.error)
          nextPassInMs = Math.min(nextPassInMs ?? restMs, restMs)
          continue
        }
        limitPauses.delete(id)
        const isDone = answer.ok || countsAsApplied(mutation, answer.error)
        const waitMs = isDone ? null : await storeFailure(id, answer.error)
        if (waitMs !== null) return waitMs
        if (isDone) await finishMutation(id, mutation, answer.ok)
        failures = 0
      }
      return nextPassInMs
    },
  }
}

/**
 * Whether a rejected mutation counts as applied. A single item that does not exist counts as deleted; of several items, some may still
 * exist, and none was deleted. A task that has ended cannot be cancelled; its end is announced.
 */
function countsAsApplied(mutation: Mutation, { code }: AppError): boolean {
  if (mutation.kind === 'cancel') return code === 'H4021' || code === 'H4001'
  return mutation.kind === 'delete' && mutation.ids.length === 1 && code === 'H4001'
}

function isOverLimit({ kind }: Mutation, { code }: AppError): boolean {
  return (kind === 'contact' || kind === 'subscribe') && code === 'H4022'
}

function sendMutation(api: ApiClient, mutation: Mutation, options: CallOptions): Promise<Result<unknown>> {
  switch (mutation.kind) {
    case 'collect':
      return api.call(collectCreations, { ids: [...mutation.ids], op: mutation.op }, options)
    case 'delete':
      return api.call(deleteCreations, { ids: [...mutation.ids] }, options)
    case 'restore':
      return api.call(restoreCreations, { ids: [...mutation.ids] }, options)
    case 'cancel':
      return api.call(cancelTask, { taskId: mutation.taskId }, options)
    case 'contact':
      return api.call(contactUs, { email: mutation.email, subject: mutation.subject, message: mutation.message }, options)
    case 'subscribe':
      return api.call(subscribeEmail, { email: mutation.email }, options)
  }
}
