import { type Transaction, and, asc, desc, eq, isNotNull, lte } from '#server/database/database.ts'
import { type TopUpRow, account, payOrder, refundRequest, subscription, lowPoints } from '#server/database/schema.ts'
import { lockOwner } from '#server/verbs/require-owner.ts'
import type { MailText } from '#server/mail/mail-texts.ts'
import { queuePush } from '#server/queue/queue-push.ts'
import { LOW_POINTS_PAUSE_MS } from '#shared/domain/top-up-rules.ts'
import { chargedNow, skuIn } from '../catalogue/skus.ts'
import { pointsOf } from '../points.ts'
import { readMembership } from '../membership.ts'
import type { OrderDeps } from '../notify-payer.ts'
import { storeOrder } from '../orders/create-pay-order.ts'
import { syncOrder } from '../orders/sync-order.ts'
import { topUpEndedMail } from '../top-ups/charge-top-up.ts'
import { sumChargedThisMonth, endTopUp, readOpenTopUpOrder, readRunningTopUp } from '../top-ups/top-up-rows.ts'

const BATCH_SIZE = 100

/** Accounts whose points fell below the limit of their notice or their top-up. */
export async function findDueOwners({ db, nowMs }: OrderDeps): Promise<string[]> {
  const rows = await db
    .select({ ownerId: lowPoints.ownerId })
    .from(lowPoints)
    .where(lte(lowPoints.dueAtMs, nowMs()))
    .orderBy(asc(lowPoints.dueAtMs))
    .limit(BATCH_SIZE)
  return rows.map(({ ownerId }) => ownerId)
}

type Payer = Pick<typeof account.$inferSelect, 'email' | 'deletesAtMs' | 'disabledAtMs'>

/** Starts the top-up of an account with few points, or notifies the user. Clears the due time in the same transaction. */
export async function checkPoints(deps: OrderDeps, ownerId: string): Promise<void> {
  const nowMs = deps.nowMs()
  const orderId = await deps.db.transaction(async (tx) => {
    await lockOwner(tx, ownerId)
    const [row] = await tx
      .select()
      .from(lowPoints)
      .where(and(eq(lowPoints.ownerId, ownerId), isNotNull(lowPoints.dueAtMs)))
    const [payer] = await tx.select().from(account).where(eq(account.id, ownerId))
    if (row === undefined) return undefined
    const clearedFields = { dueAtMs: null, isFallen: false }
    const { points } = await pointsOf(tx, ownerId)
    const startedOrderId = payer === undefined ? undefined : await startTopUp(tx, deps, ownerId, payer, points)
    const isNotified = payer !== undefined && startedOrderId === undefined && isNoticeDue(row, points, nowMs)
    if (isNotified) {
      await deps.mailer.send(tx, { to: payer.email, ...lowPointsMail({ points, origin: originOf(deps) }) })
      await queuePush(tx, ownerId, { pointsLeft: points }, nowMs)
    }
    await tx
      .update(lowPoints)
      .set({ ...clearedFields, ...(isNotified ? { toldAtMs: nowMs } : {}) })
      .where(eq(lowPoints.ownerId, ownerId))
    return startedOrderId
  })
  if (orderId === undefined) return
  const synced = await syncOrder(deps, orderId)
  if (!synced.ok) deps.log.warn({ orderId, reason: synced.error }, 'Top-up charge failed; retrying later')
}

const originOf = ({ config }: Pick<OrderDeps, 'config'>) => config.origins[0] ?? ''

/** Whether to send a notice about a low balance: once per fall below the limit, and never twice within the pause. */
function isNoticeDue({ isFallen, noticePoints, toldAtMs }: typeof lowPoints.$inferSelect, points: number, nowMs: number): boolean {
  const isPauseOver = toldAtMs === null || nowMs - toldAtMs >= LOW_POINTS_PAUSE_MS
  return isFallen && noticePoints !== null && points < noticePoints && isPauseOver
}

/** Creates the order of a top-up and returns its id; undefined if no top-up is due or allowed. The caller has locked the owner. */
async function startTopUp(tx: Transaction, deps: OrderDeps, ownerId: string, payer: Payer, points: number): Promise<string | undefined> {
  const nowMs = deps.nowMs()
  const agreement = await readRunningTopUp(tx, ownerId)
  if (agreement === undefined || agreement.cardRef === null || points >= agreement.belowPoints) return undefined
  if (agreement.provider !== deps.payment.id || deps.payment.savedCards === null) return undefined
  if (payer.deletesAtMs !== null || payer.disabledAtMs !== null || (await isTopUpBlocked(tx, ownerId))) return undefined
  if (await isUnconfirmed(tx, agreement)) {
    await endTopUp(tx, ownerId, 'unconfirmed', nowMs)
    await deps.mailer.send(tx, {
      to: payer.email,
      ...topUpEndedMail({ reason: 'unconfirmed', agreement, origin: originOf(deps) }),
    })
    return undefined
  }
  const sku = skuIn(deps.config.prices, agreement.skuId, agreement.currencyCode)
  const amountCents = sku === undefined ? undefined : chargedNow(sku, await readMembership(tx, ownerId, nowMs))
  if (sku === undefined || amountCents === undefined || amountCents > agreement.priceCents) {
    await endTopUp(tx, ownerId, 'price', nowMs)
    await deps.mailer.send(tx, { to: payer.email, ...topUpEndedMail({ reason: 'price', agreement, origin: originOf(deps) }) })
    return undefined
  }
  if ((await sumChargedThisMonth(tx, ownerId, agreement.currencyCode, nowMs)) + amountCents > agreement.ceilingCents) return undefined
  const { currencyCode, id: topUpId } = agreement
  return storeOrder(tx, deps, { ownerId, sku, amountCents, currencyCode, isEmbedded: false, topUpId })
}

/** Whether a top-up is in progress, a refund is undecided, or a plan's payment has failed. Then no top-up starts. */
async function isTopUpBlocked(tx: Transaction, ownerId: string): Promise<boolean> {
  if ((await readOpenTopUpOrder(tx, ownerId)) !== undefined) return true
  const isOpenRefund = and(eq(refundRequest.ownerId, ownerId), eq(refundRequest.state, 'requested'))
  const isFailedPlan = and(eq(subscription.ownerId, ownerId), eq(subscription.state, 'past_due'))
  const openRefunds = await tx.select({ id: refundRequest.id }).from(refundRequest).where(isOpenRefund).limit(1)
  const failedPlans = await tx.select({ id: subscription.orderId }).from(subscription).where(isFailedPlan).limit(1)
  return openRefunds.length + failedPlans.length > 0
}

/** Whether the last top-up of an agreement required a confirmation and did not get it. */
async function isUnconfirmed(tx: Transaction, { id }: TopUpRow): Promise<boolean> {
  const [lastOrder] = await tx
    .select({ state: payOrder.state, checkoutUrl: payOrder.checkoutUrl })
    .from(payOrder)
    .where(eq(payOrder.topUpId, id))
    .orderBy(desc(payOrder.createdAtMs))
    .limit(1)
  return lastOrder?.state === 'CLOSED' && lastOrder.checkoutUrl !== null
}

function lowPointsMail({ points, origin }: { readonly points: number; readonly origin: string }): MailText {
  return {
    subject: `You have ${points === 1 ? '1 Kinora point' : `${points} Kinora points`} left`,
    body: `Your balance may be too low for your next video. You weren't charged, and
your existing videos aren't affected.

Buy more points here:
${origin}/pricing

We send this email once when your points fall below your alert limit. You
can change or turn off this alert in your settings:
${origin}/ai/setting
`,
  }
}
