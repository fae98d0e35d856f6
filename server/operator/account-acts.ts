import { type Transaction, and, desc, eq, inTransaction, isNotNull, isNull } from '#server/database/database.ts'
import { account, session, ledger, payment, payOrder } from '#server/database/schema.ts'
import { scheduleErasure } from '#server/account/delete-account.ts'
import { stopRenewals } from '#server/billing/membership.ts'
import { closeOpenOrders } from '#server/billing/close-orders.ts'
import { type Answer, type Context, ok, refuse } from '#server/verbs/verb.ts'
import { lockOwner } from '#server/verbs/require-owner.ts'
import type { MailText } from '#server/mail/mail-texts.ts'
import type { changePoints, disableAccount, eraseAccount, resendMail, refundPayment } from '#shared/api/operator-acts.ts'
import { type OperatorVerb, recordAct } from './operator-verb.ts'
import { appendLocked } from '#server/billing/ledger.ts'
import { onceForKey } from '#server/verbs/once-for-key.ts'
import { sendResetCodeTo } from '#server/account/send-code.ts'
import { notifyPayer } from '#server/billing/notify-payer.ts'
import { requestRefund } from '#server/billing/request-refund.ts'
import { sha256 } from '#server/crypto/sha256.ts'

/** Grants or deducts points with a movement in the ledger, once per key. For a visitor who became an account, use the id of the account. */
export const adjustPoints: OperatorVerb<typeof changePoints> = async ({ ctx, input: { id, amount, reason }, operator }) => {
  return onceForKey(ctx, operator.accountId, async (tx) => {
    if (!(await lockOwner(tx, id))) return refuse('H3015')
    const movement = { kind: amount > 0 ? 'grant' : 'expiry', amount, note: reason } as const
    const balance = await appendLocked(tx, id, [movement], ctx.nowMs())
    if (!balance.ok) return balance
    const [lastEntry] = await tx.select({ seq: ledger.seq }).from(ledger).where(eq(ledger.ownerId, id)).orderBy(desc(ledger.seq)).limit(1)
    const detail = { amount, reason, line: lastEntry?.seq ?? 0 }
    await recordAct(tx, ctx, operator, { act: 'points', subject: 'account', subjectId: id, detail })
    return ok({ balance: balance.value })
  })
}

/**
 * Disables or enables an account, and sends its user a mail. A disabled account has no sessions and cannot log in; its plan is not renewed,
 * because the user could not use it. A repetition changes nothing. H4021 for the operator's own account.
 */
export const changeAccountState: OperatorVerb<typeof disableAccount> = async ({ ctx, input: { id, isDisabled, reason }, operator }) => {
  if (id === operator.accountId) return refuse('H4021')
  return inTransaction(ctx.db, async (tx) => {
    const nowMs = ctx.nowMs()
    const isStateDifferent = isDisabled ? isNull(account.disabledAtMs) : isNotNull(account.disabledAtMs)
    const [changedAccount] = await tx
      .update(account)
      .set({ disabledAtMs: isDisabled ? nowMs : null })
      .where(and(eq(account.id, id), isStateDifferent))
      .returning({ email: account.email })
    if (changedAccount === undefined) return (await isAccount(tx, id)) ? ok({}) : refuse('H3015')
    if (isDisabled) {
      await tx.delete(session).where(eq(session.accountId, id))
      await lockOwner(tx, id)
      await stopRenewals(tx, id, 'period_end', nowMs)
      await closeOpenOrders(tx, id, nowMs)
    }
    // An account that is being erased has no e-mail address any more.
    if (changedAccount.email.includes('@'))
      await ctx.mailer.send(tx, { to: changedAccount.email, ...(isDisabled ? disabledMail(reason) : enabledMail(reason)) })
    await recordAct(tx, ctx, operator, { act: isDisabled ? 'disable' : 'enable', subject: 'account', subjectId: id, detail: { reason } })
    return ok({})
  })
}

function disabledMail(reason: string): MailText {
  return {
    subject: 'Your Kinora account is disabled',
    body: `We disabled your account, and all devices are logged out.
Reason: ${reason}

Your plan won't renew. Your videos and points stay in your account.
If you think this is a mistake, contact us with the form on our
support page.
`,
  }
}

function enabledMail(reason: string): MailText {
  return {
    subject: 'Your Kinora account is enabled again',
    body: `You can log in to your account again.
Reason: ${reason}

If your plan was canceled, it stays canceled. To keep your plan, open
the settings before the paid period ends.
`,
  }
}

async function isAccount(tx: Transaction, id: string): Promise<boolean> {
  return (await tx.select({ id: account.id }).from(account).where(eq(account.id, id))).length > 0
}

/**
 * Schedules the erasure of an account and ends all its sessions. The user can log in and cancel the erasure until it runs. H4021 for the
 * operator's own account.
 */
export const eraseOnRequest: OperatorVerb<typeof eraseAccount> = async ({ ctx, input: { id, confirmation, reason }, operator }) => {
  if (id === operator.accountId) return refuse('H4021')
  return inTransaction(ctx.db, async (tx) => {
    if (!(await isAccount(tx, id))) return refuse('H3015')
    const deletesAt = await scheduleErasure(tx, id, confirmation, ctx.nowMs())
    if (deletesAt === undefined) return refuse('H3000', ['confirmation'])
    await tx.delete(session).where(eq(session.accountId, id))
    await recordAct(tx, ctx, operator, { act: 'erase', subject: 'account', subjectId: id, detail: { reason } })
    return ok({ deletesAt })
  })
}

/**
 * Sends a receipt, or a code for a new password, once per key. A code goes to the account's own address, and the operator never sees it.
 */
export const sendMailAgain: OperatorVerb<typeof resendMail> = async ({ ctx, input: { kind, id }, operator }) => {
  return onceForKey(ctx, operator.accountId, async (tx) => {
    const sent = kind === 'receipt' ? await sendReceipt(tx, ctx, id) : await sendReset(tx, ctx, id)
    if (!sent.ok) return sent
    const subject = kind === 'receipt' ? 'order' : 'account'
    await recordAct(tx, ctx, operator, { act: 'resend_mail', subject, subjectId: id, detail: { kind } })
    return ok({})
  })
}

async function sendReceipt(tx: Transaction, ctx: Context, paymentId: string): Promise<Answer<null>> {
  const [receiptRow] = await tx
    .select({ payment, order: payOrder, email: account.email })
    .from(payment)
    .innerJoin(payOrder, eq(payOrder.id, payment.orderId))
    .innerJoin(account, eq(account.id, payment.ownerId))
    .where(eq(payment.id, paymentId))
  if (receiptRow === undefined) return refuse('H4023')
  await notifyPayer(tx, ctx, receiptRow.order, [{ kind: 'paid', payment: receiptRow.payment }])
  return ok(null)
}

async function sendReset(tx: Transaction, ctx: Context, accountId: string): Promise<Answer<null>> {
  const [accountRow] = await tx.select({ email: account.email }).from(account).where(eq(account.id, accountId))
  return accountRow === undefined ? refuse('H3015') : sendResetCodeTo(tx, ctx, accountRow.email)
}

/** Refunds a payment, whatever its age and number of refunds, once per key. */
export const giveMoneyBack: OperatorVerb<typeof refundPayment> = ({
  ctx,
  input: { id: paymentId, amountCents, endsPlan, reason },
  operator,
}) =>
  requestRefund(ctx, {
    id: sha256(`refund\n${operator.accountId}\n${ctx.idempotency?.key ?? ''}`),
    paymentId,
    amountCents,
    endsPlan,
    reason: 'other',
    by: 'operator',
    record: (tx) =>
      recordAct(tx, ctx, operator, { act: 'refund', subject: 'order', subjectId: paymentId, detail: { amountCents, endsPlan, reason } }),
  })
