import { and, eq } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { type ServiceFailure, refuse } from '#server/platform/context/failure.ts'
import type { CallInput, CallData } from '#shared/api/define-call.ts'
import type { getReceipt, Receipt, getPayment } from '#shared/api/payments.ts'
import { type Result, ok } from '#shared/result.ts'
import { account } from '#server/platform/database/account-schema.ts'
import { payment, subscription, payOrder } from '#server/platform/database/payment-schema.ts'
import { requireAccount } from '#server/platform/context/require-owner.ts'
import { itemName } from '../catalogue/skus.ts'

export async function readReceipt({
  ctx,
  input,
}: {
  ctx: Context
  input: CallInput<typeof getReceipt>
}): Promise<Result<Receipt, ServiceFailure>> {
  const session = await requireAccount(ctx)
  if (!session.ok) return session
  const [found] = await ctx.db
    .select({ payment, account, plan: subscription.plan })
    .from(payment)
    .innerJoin(account, eq(account.id, payment.ownerId))
    .leftJoin(subscription, eq(subscription.orderId, payment.orderId))
    .where(and(eq(payment.id, input.id), eq(payment.ownerId, session.value.accountId)))
  return found === undefined ? refuse('H4001') : ok(toReceipt(found))
}

function toReceipt({ payment: paid, account: payer, plan }: Found): Receipt {
  const { startsAtMs, endsAtMs } = paid
  return {
    id: paid.id,
    orderId: paid.orderId,
    name: `${payer.firstName} ${payer.lastName}`.trim(),
    email: payer.email,
    itemName: itemName(paid, plan),
    occurredAt: paid.paidAtMs,
    paymentMethod: paid.paymentMethod,
    currencyCode: paid.currencyCode,
    paidAmount: paid.amountCents,
    refundedAmount: paid.refundedCents,
    points: paid.points,
    period: startsAtMs === null || endsAtMs === null ? null : { startsAt: startsAtMs, endsAt: endsAtMs },
  }
}

interface Found {
  readonly payment: typeof payment.$inferSelect
  readonly account: typeof account.$inferSelect
  readonly plan: (typeof subscription.$inferSelect)['plan'] | null
}

/** The stored state of an order, without asking the provider. */
export async function queryPayment({
  ctx,
  input,
}: {
  ctx: Context
  input: CallInput<typeof getPayment>
}): Promise<Result<CallData<typeof getPayment>, ServiceFailure>> {
  const account = await requireAccount(ctx)
  if (!account.ok) return account
  const [found] = await ctx.db
    .select({ orderId: payOrder.id, status: payOrder.state })
    .from(payOrder)
    .where(and(eq(payOrder.id, input.orderId), eq(payOrder.ownerId, account.value.accountId)))
  return found === undefined ? refuse('H4023') : ok(found)
}
