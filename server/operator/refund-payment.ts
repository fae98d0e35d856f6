import { requestRefund } from '#server/billing/refunds/request-refund.ts'
import { sha256 } from '#server/platform/context/sha256.ts'
import type { refundPayment } from '#shared/api/operator-acts.ts'
import { recordAct } from './acts.ts'
import type { Verb } from './operator-call.ts'

/** Gives money back, whatever the age of the payment and the number of refunds, once per key. */
export const giveMoneyBack: Verb<typeof refundPayment> = ({ ctx, input: { id: paymentId, amountCents, endsPlan, reason }, operator }) =>
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
