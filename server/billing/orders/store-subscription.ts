import type { Transaction } from '#server/platform/database/database.ts'
import type { ProviderSubscription } from '../providers/payment-provider.ts'
import type { SubscriptionRow } from '../membership/membership.ts'
import type { OrderRow } from '#server/platform/database/payment-schema.ts'
import type { PayerNotice } from './payer-notice.ts'
import { and, eq, inArray, ne } from 'drizzle-orm'
import { subscription } from '#server/platform/database/payment-schema.ts'
import { findSku } from '../catalogue/skus.ts'
import { doesRenew } from '../membership/membership.ts'
import { nextSubscriptionCheckMs } from './next-check.ts'

/** The subscription row for a provider state. Its period ends with the last paid cycle, whatever else is open. */
function toRow(order: OrderRow, truth: ProviderSubscription, known: SubscriptionRow | undefined, nowMs: number): SubscriptionRow {
  const plan = findSku(order.skuId)?.plan
  if (plan === null || plan === undefined) throw new Error(`${order.skuId} is no plan`)
  const last = truth.cycles.at(-1)
  const stopWish = truth.cancelledAtMs === null && truth.endedAtMs === null ? (known?.stopWish ?? null) : null
  const kept = {
    orderId: order.id,
    ownerId: order.ownerId,
    ref: truth.ref,
    skuId: order.skuId,
    plan,
    state: truth.state,
    periodStartMs: last?.startsAtMs ?? truth.periodStartMs,
    periodEndMs: last?.endsAtMs ?? truth.periodEndMs,
    // Our cancellation stands until the provider confirms it.
    cancelledAtMs: truth.cancelledAtMs ?? (stopWish === null ? null : (known?.cancelledAtMs ?? nowMs)),
    endedAtMs: truth.endedAtMs,
    stopWish,
    remindedOfMs: known?.remindedOfMs ?? null,
    createdAtMs: known?.createdAtMs ?? nowMs,
  }
  return { ...kept, syncAtMs: nextSubscriptionCheckMs(kept, nowMs) }
}

/** Stores the state of a subscription and returns the notice to send. A new one replaces all others. */
export async function storeSubscription(
  tx: Transaction,
  order: OrderRow,
  truth: ProviderSubscription,
  nowMs: number,
): Promise<readonly PayerNotice[]> {
  const [known] = await tx.select().from(subscription).where(eq(subscription.orderId, order.id)).for('update')
  const row = toRow(order, truth, known, nowMs)
  await tx.insert(subscription).values(row).onConflictDoUpdate({ target: subscription.orderId, set: row })
  const others = await tx.select().from(subscription).where(isOther(row))
  if (known === undefined) await keepOne(tx, row, others, nowMs)
  const news = newsOf(known, row)
  // No notice of the end while another plan continues.
  return others.length > 0 ? news.filter(({ kind }) => kind !== 'ended') : news
}

const isOther = ({ orderId, ownerId }: SubscriptionRow) =>
  and(eq(subscription.ownerId, ownerId), ne(subscription.orderId, orderId), ne(subscription.state, 'ended'))

/**
 * An account pays for one plan: of those that would renew the lesser ends at once, the older on a tie. A plan cancelled before runs to its paid
 * end.
 */
async function keepOne(tx: Transaction, row: SubscriptionRow, others: readonly SubscriptionRow[], nowMs: number): Promise<void> {
  const renewing = others.filter(doesRenew)
  const isLesser = renewing.some((other) => rankOf(other) > rankOf(row))
  const stopped = (isLesser ? [row] : renewing).map(({ orderId }) => orderId)
  await tx.update(subscription).set({ stopWish: 'now', syncAtMs: nowMs }).where(inArray(subscription.orderId, stopped))
}

function rankOf({ plan, state }: SubscriptionRow): number {
  if (plan === 'yearly') return 2
  return state === 'trial' ? 0 : 1
}

function newsOf(known: SubscriptionRow | undefined, row: SubscriptionRow): readonly PayerNotice[] {
  if (known === undefined) return []
  const isReplaced = known.stopWish === 'now'
  if (row.state === 'ended') return known.state === 'ended' || isReplaced ? [] : [{ kind: 'ended', subscription: row }]
  if (row.state === 'past_due' && known.state !== 'past_due') return [{ kind: 'past_due', subscription: row }]
  const isCancelled = row.cancelledAtMs !== null && (known.cancelledAtMs === null || known.stopWish === 'period_end')
  return isCancelled && row.stopWish === null && !isReplaced ? [{ kind: 'cancelled', subscription: row }] : []
}
