import { changePoints, disableAccount, eraseAccount, refundPayment, resendMail, steerTask, eraseFile } from '#shared/api/operator-acts.ts'
import type { Person, PersonOrder, PersonTask } from '#shared/api/operator.ts'
import { EMAIL_MAX_LENGTH } from '#shared/domain/account-rules.ts'
import { OPERATOR_POINTS_MAX, REASON_MAX_LENGTH } from '#shared/domain/operator-rules.ts'
import { isGenerating } from '#shared/domain/task.ts'
import { formatMoney } from '#shared/domain/currencies.ts'
import { api } from '#src/hub-client/api.ts'
import type { Text } from '#src/i18n/i18n.ts'
import { actCall } from './act-call.ts'
import type { ActField, ActValues, ConsoleAct } from './console-acts.tsx'

const reasonField = (text: Text): ActField => ({
  name: 'reason',
  label: text('operator.reason'),
  hint: text('operator.reasonHint'),
  maxLength: REASON_MAX_LENGTH,
})

/** The operator's acts on an account. A visitor has none. */
export function accountActs(text: Text, { id, account }: Person, onDone: () => void): readonly ConsoleAct[] {
  if (account === null) return []
  const { email, disabledAt } = account
  const isDisabled = disabledAt === null
  const kind = isDisabled ? 'disable' : 'enable'
  const accessAct: ConsoleAct = {
    id: `${kind}-${id}`,
    label: text(`operator.${kind}`),
    title: text(`operator.${kind}.title`, { email }),
    hint: text(`operator.${kind}.hint`),
    isDanger: isDisabled,
    fields: [reasonField(text)],
    ...actCall(disableAccount, ({ reason = '' }) => ({ id, isDisabled, reason })),
    onDone,
  }
  const resetAct: ConsoleAct = {
    id: `reset-${id}`,
    label: text('operator.sendReset'),
    title: text('operator.sendReset.title', { email }),
    hint: text('operator.sendReset.hint'),
    send: (_, idempotencyKey) => api.call(resendMail, { kind: 'reset', id }, { idempotencyKey }),
    onDone,
  }
  const eraseAct: ConsoleAct = {
    id: `erase-${id}`,
    label: text('operator.erase'),
    title: text('operator.erase.title', { email }),
    hint: text('operator.erase.hint'),
    isDanger: true,
    fields: [{ name: 'confirmation', label: text('operator.erase.confirm'), maxLength: EMAIL_MAX_LENGTH }, reasonField(text)],
    ...actCall(eraseAccount, ({ confirmation = '', reason = '' }) => ({ id, confirmation, reason })),
    onDone,
  }
  return [accessAct, resetAct, eraseAct]
}

/** The acts that grant points or remove them. Each needs a reason, which the user can read. */
export function pointActs(text: Text, person: Person, onDone: () => void): readonly ConsoleAct[] {
  return [pointAct(text, person, onDone, 'grant'), pointAct(text, person, onDone, 'deduct')]
}

function pointAct(text: Text, { id }: Person, onDone: () => void, kind: 'grant' | 'deduct'): ConsoleAct {
  const sign = kind === 'grant' ? 1 : -1
  return {
    id: `${kind}-${id}`,
    label: text(`operator.${kind}`),
    title: text(`operator.${kind}.title`),
    hint: text(`operator.${kind}.hint`),
    fields: [
      { name: 'amount', label: text('operator.amount'), kind: 'number', maxLength: String(OPERATOR_POINTS_MAX).length },
      { ...reasonField(text), hint: text('operator.reasonShown') },
    ],
    ...actCall(changePoints, ({ amount = '', reason = '' }) => ({ id, amount: sign * Number(amount), reason })),
    onDone,
  }
}

/** The acts on an order: send the receipt of a payment again, or refund a payment. */
export function orderActs(text: Text, { payments }: PersonOrder, onDone: () => void): readonly ConsoleAct[] {
  return payments.flatMap((payment) => [
    receiptAct(text, payment, onDone),
    ...(payment.refunded < payment.amount ? [refundAct(text, payment, onDone, false)] : []),
    ...(payment.refunded < payment.amount && payment.isOfPlan ? [refundAct(text, payment, onDone, true)] : []),
  ])
}

type PersonPayment = PersonOrder['payments'][number]

function receiptAct(text: Text, { id }: PersonPayment, onDone: () => void): ConsoleAct {
  return {
    id: `receipt-${id}`,
    label: text('operator.sendReceipt'),
    title: text('operator.sendReceipt.title', { id }),
    hint: text('operator.sendReceipt.hint'),
    send: (_, idempotencyKey) => api.call(resendMail, { kind: 'receipt', id }, { idempotencyKey }),
    onDone,
  }
}

function refundAct(text: Text, payment: PersonPayment, onDone: () => void, endsPlan: boolean): ConsoleAct {
  const { id, amount, refunded, currencyCode } = payment
  const kind = endsPlan ? 'refundAndEnd' : 'refund'
  const remainingCents = amount - refunded
  const mostText = formatMoney(remainingCents, currencyCode)
  const toInput = ({ cents = '', reason = '' }: ActValues) => ({ id, amountCents: Number(cents), endsPlan, reason })
  const refundCall = actCall(refundPayment, toInput, { amountCents: 'cents' })
  return {
    id: `${kind}-${id}`,
    label: text(`operator.${kind}`),
    title: text(`operator.${kind}.title`, { id }),
    hint: text(`operator.${kind}.hint`, { most: mostText }),
    isDanger: true,
    fields: [
      {
        name: 'cents',
        label: text('operator.cents', { most: mostText, minor: remainingCents }),
        kind: 'number',
        maxLength: String(amount).length,
      },
      reasonField(text),
    ],
    ...refundCall,
    refusedFields: (values) => (Number(values['cents']) > remainingCents ? ['cents'] : refundCall.refusedFields(values)),
    onDone,
  }
}

export function taskActs(text: Text, { id, status, videoName, isDeleted }: PersonTask, onDone: () => void): readonly ConsoleAct[] {
  const steerAct = (act: 'cancel' | 'retry'): ConsoleAct => ({
    id: `${act}-${id}`,
    label: text(`operator.task.${act}`),
    title: text(`operator.task.${act}.title`, { id }),
    hint: text(`operator.task.${act}.hint`),
    send: () => api.call(steerTask, { taskId: id, act }),
    onDone,
  })
  const removeAct: ConsoleAct = {
    id: `take-down-${id}`,
    label: text('operator.removeFile'),
    title: text('operator.removeFile.ofTask', { id }),
    hint: text('operator.removeFile.hint'),
    isDanger: true,
    fields: [reasonField(text)],
    ...actCall(eraseFile, ({ reason = '' }) => ({ name: videoName, reason })),
    onDone,
  }
  return [
    ...(isGenerating(status) ? [steerAct('cancel')] : []),
    ...(status === 'PENDING' ? [steerAct('retry')] : []),
    ...(status === 'SUCCESS' && !isDeleted ? [removeAct] : []),
  ]
}
