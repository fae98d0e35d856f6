import type { Context } from '#server/context.ts'
import type { CallData, CallInput } from '#shared/api/define-call.ts'
import type { getTransactions, Transaction as HistoryRow } from '#shared/api/payments.ts'
import { type SQL, and, asc, desc, eq, gt, isNotNull, isNull, lt, or } from 'drizzle-orm'
import { payment, subscription } from '#server/platform/database/payment-schema.ts'
import { type ServiceFailure, refuse } from '#server/platform/context/failure.ts'
import { requireAccount } from '#server/platform/context/require-owner.ts'
import { doesRenew } from '../membership/membership.ts'
import { ACTIVE_STATUS, CANCELLED_STATUS, HISTORY_PAGE_SIZE } from '#shared/api/payments.ts'
import { DURATION_TYPES } from '#shared/domain/sku-price.ts'
import { type Result, ok } from '#shared/result.ts'

interface Row {
  readonly payment: typeof payment.$inferSelect
  readonly subscription: typeof subscription.$inferSelect | null
}

/** Newest first; `start` is the id of the last one that the caller has. */
export async function listTransactions({
  ctx,
  input,
}: {
  ctx: Context
  input: CallInput<typeof getTransactions>
}): Promise<Result<CallData<typeof getTransactions>, ServiceFailure>> {
  const account = await requireAccount(ctx)
  if (!account.ok) return account
  const isWanted = and(
    eq(payment.ownerId, account.value.accountId),
    input.type === 'SUBSCRIPTION' ? isNotNull(payment.cycle) : isNull(payment.cycle),
  )
  const isLater = await isAfter(ctx, isWanted, input.start)
  if (!isLater.ok) return isLater
  const limit = input.limit ?? HISTORY_PAGE_SIZE
  const rows = await ctx.db
    .select({ payment, subscription })
    .from(payment)
    .leftJoin(subscription, eq(subscription.orderId, payment.orderId))
    .where(and(isWanted, isLater.value))
    .orderBy(desc(payment.paidAtMs), asc(payment.id))
    .limit(limit + 1)
  return ok({ data: rows.slice(0, limit).map(toHistoryRow), hasNext: rows.length > limit })
}

/** The page after one payment; a cursor from another list, or another owner's, is refused. */
async function isAfter(
  { db }: Pick<Context, 'db'>,
  isWanted: SQL | undefined,
  start: string | undefined,
): Promise<Result<SQL | undefined, ServiceFailure>> {
  if (start === undefined) return ok(undefined)
  const [last] = await db
    .select({ id: payment.id, paidAtMs: payment.paidAtMs })
    .from(payment)
    .where(and(isWanted, eq(payment.id, start)))
  if (last === undefined) return refuse('H3000', ['start'])
  return ok(or(lt(payment.paidAtMs, last.paidAtMs), and(eq(payment.paidAtMs, last.paidAtMs), gt(payment.id, last.id))))
}

function toHistoryRow({ payment: paid, subscription: plan }: Row): HistoryRow {
  return {
    id: paid.id,
    orderId: paid.orderId,
    ...(plan === null
      ? { pointAmount: paid.points }
      : { status: doesRenew(plan) ? ACTIVE_STATUS : CANCELLED_STATUS, skuType: DURATION_TYPES[plan.plan] }),
    occurredAt: paid.paidAtMs,
    paymentMethod: paid.paymentMethod,
    currencyCode: paid.currencyCode,
    paidAmount: paid.amountCents,
    ...(paid.refundedCents === 0 ? {} : { refundedAmount: paid.refundedCents }),
  }
}
