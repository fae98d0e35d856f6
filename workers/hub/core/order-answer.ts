import type { getOrderResult } from '#shared/api/pay-orders.ts'
import type { CallData } from '#shared/api/define-call.ts'
import type { Result } from '#shared/result.ts'
import type { OrderRow } from '#shared/storage/billing-records.ts'
import { LATE_ORDER_PAUSE_MS, ORDER_POLL_MS, ORDER_POLL_TRIES, PENDING_ORDER_KEPT_MS } from '#shared/domain/polling.ts'
import { backoffMs } from '#workers/lib/backoff.ts'

export type OrderAnswer = Result<CallData<typeof getOrderResult>>

const ENDS = { SUCCESS: 'success', FAILED: 'failed', CLOSED: 'closed' } as const

/** The order after an answer of the server, a refusal included. Rule: docs/rules.md, "Polling". */
export function afterAnswer(row: OrderRow, answer: OrderAnswer, nowMs: number, random: () => number): OrderRow {
  const asked = { ...row, askedAtMs: nowMs }
  const confirmPolls = row.confirmPolls + 1
  const isStillConfirming = row.state === 'confirming' && confirmPolls < ORDER_POLL_TRIES
  const end = answer.ok && answer.value.payResult !== 'PENDING' ? ENDS[answer.value.payResult] : null
  // A refusal may be the one of the card before: the checkout has just said that another one was taken.
  if (end !== null && !(end === 'failed' && isStillConfirming)) return { ...asked, state: end, endedAtMs: nowMs }
  const isUnknown = !answer.ok && answer.error.code === 'H4023'
  const isOver = nowMs >= row.createdAtMs + PENDING_ORDER_KEPT_MS
  if (isOver || (isUnknown && row.confirmedAtMs === null)) return { ...asked, state: 'closed', endedAtMs: nowMs }
  const afterMs = answer.ok ? 0 : (answer.error.afterMs ?? 0)
  if (isStillConfirming) return { ...asked, confirmPolls, pauseMs: Math.max(ORDER_POLL_MS, afterMs) }
  const latePolls = row.latePolls + 1
  const pauseMs = Math.max(LATE_ORDER_PAUSE_MS.minMs, backoffMs(latePolls, LATE_ORDER_PAUSE_MS, random), afterMs)
  return { ...asked, state: row.state === 'confirming' ? 'late' : row.state, latePolls, pauseMs }
}
