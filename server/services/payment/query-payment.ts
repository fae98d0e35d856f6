import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { CallData, CallInput } from '#shared/api/define-call.ts'
import type { getPayment } from '#shared/api/payments.ts'
import type { Result } from '#shared/result.ts'
import { and, eq } from 'drizzle-orm'
import { payOrder } from '#server/database/payment-schema.ts'
import { refuse } from '#server/services/context/failure.ts'
import { requireAccount } from '#server/services/context/require-account.ts'
import { ok } from '#shared/result.ts'

/** How an order stands by what is known here, without asking the payment provider. */
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
