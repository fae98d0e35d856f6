import { eq } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { account } from '#server/platform/database/account-schema.ts'
import { payment, payOrder } from '#server/platform/database/payment-schema.ts'
import { sendResetCodeTo } from '#server/account/send-code.ts'
import { notifyPayer } from '#server/billing/orders/notify-payer.ts'
import { type ServiceFailure, refuse } from '#server/platform/context/failure.ts'
import { onceForKey } from '#server/platform/context/once-for-key.ts'
import type { resendMail } from '#shared/api/operator-acts.ts'
import { type Result, ok } from '#shared/result.ts'
import { recordAct } from './acts.ts'
import type { Verb } from './operator-call.ts'

/** Sends a receipt, or a code for a new password, once per key. A code goes to the account's own address, and the operator never sees it. */
export const sendMailAgain: Verb<typeof resendMail> = async ({ ctx, input: { kind, id }, operator }) => {
  return onceForKey(ctx, operator.accountId, async (tx) => {
    const sent = kind === 'receipt' ? await sendReceipt(tx, ctx, id) : await sendReset(tx, ctx, id)
    if (!sent.ok) return sent
    const subject = kind === 'receipt' ? 'order' : 'account'
    await recordAct(tx, ctx, operator, { act: 'resend_mail', subject, subjectId: id, detail: { kind } })
    return ok({})
  })
}

async function sendReceipt(tx: Transaction, ctx: Context, paymentId: string): Promise<Result<null, ServiceFailure>> {
  const [found] = await tx
    .select({ payment, order: payOrder, email: account.email })
    .from(payment)
    .innerJoin(payOrder, eq(payOrder.id, payment.orderId))
    .innerJoin(account, eq(account.id, payment.ownerId))
    .where(eq(payment.id, paymentId))
  if (found === undefined) return refuse('H4023')
  await notifyPayer(tx, ctx, found.order, [{ kind: 'paid', payment: found.payment }])
  return ok(null)
}

async function sendReset(tx: Transaction, ctx: Context, accountId: string): Promise<Result<null, ServiceFailure>> {
  const [found] = await tx.select({ email: account.email }).from(account).where(eq(account.id, accountId))
  return found === undefined ? refuse('H3015') : sendResetCodeTo(tx, ctx, found.email)
}
