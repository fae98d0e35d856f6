import { type OperatorPromotion, createPromotion, disablePromotion } from '#shared/api/operator-promotions.ts'
import type { CallInput } from '#shared/api/define-call.ts'
import { minorDigits } from '#shared/domain/currencies.ts'
import { REASON_MAX_LENGTH } from '#shared/domain/operator-rules.ts'
import * as rules from '#shared/domain/promotion-rules.ts'
import type { Text } from '#src/i18n/i18n.ts'
import { actCall } from './act-call.ts'
import type { ActField, ActValues, ConsoleAct } from './console-acts.tsx'

type PromotionInput = CallInput<typeof createPromotion>

const FIELD_NAMES = {
  percentOff: 'percent',
  amountsOff: 'amounts',
  skuIds: 'skus',
  mostRedemptions: 'limit',
  mostPerPerson: 'perPerson',
} as const

const FIELD_BY_NAME = new Map<string, string>(Object.entries(FIELD_NAMES))

const LIST_MAX_LENGTH = 300
const TIME_LENGTH = 16

export function createPromotionAct(text: Text, onDone: () => void): ConsoleAct {
  const makeField = (name: string, otherProperties: Partial<ActField> = {}): ActField => ({
    name,
    label: text(`operator.promotions.${name}`),
    maxLength: LIST_MAX_LENGTH,
    isOptional: true,
    ...otherProperties,
  })
  const hintOf = (name: string) => ({ hint: text(`operator.promotions.${name}.hint`) })
  const limitField = { kind: 'number', maxLength: String(rules.PROMOTION_LIMIT_MAX).length } as const
  const call = actCall(createPromotion, toPromotionInput, FIELD_NAMES)
  return {
    id: 'create-promotion',
    label: text('operator.promotions.create'),
    title: text('operator.promotions.create'),
    hint: text('operator.promotions.create.hint'),
    fields: [
      makeField('code', { isOptional: false, maxLength: rules.PROMOTION_CODE_MAX_LENGTH }),
      makeField('percent', { kind: 'number', maxLength: 2 }),
      makeField('amounts', hintOf('amounts')),
      makeField('skus', hintOf('skus')),
      makeField('startsAt', { kind: 'time', maxLength: TIME_LENGTH }),
      makeField('endsAt', { kind: 'time', maxLength: TIME_LENGTH }),
      makeField('limit', { ...limitField, ...hintOf('limit') }),
      makeField('perPerson', { ...limitField, ...hintOf('perPerson') }),
      makeField('audience', {
        kind: 'choice',
        options: rules.PROMOTION_AUDIENCES.map((value) => ({ value, label: text(`operator.promotions.choose.${value}`) })),
      }),
      makeField('named', { ...hintOf('named'), kind: 'long', maxLength: rules.PROMOTION_NAMED_MAX * 64 }),
      { name: 'reason', label: text('operator.reason'), hint: text('operator.reasonHint'), maxLength: REASON_MAX_LENGTH },
    ],
    ...call,
    refusedFields: (values) => [...call.refusedFields(values), ...rejectedFields(values)],
    onDone,
  }
}

export function disablePromotionAct(text: Text, { id, code }: OperatorPromotion, onDone: () => void): ConsoleAct {
  return {
    id: `disable-promotion-${id}`,
    label: text('operator.promotions.disable'),
    title: text('operator.promotions.disable.title', { code }),
    hint: text('operator.promotions.disable.hint'),
    isDanger: true,
    fields: [{ name: 'reason', label: text('operator.reason'), hint: text('operator.reasonHint'), maxLength: REASON_MAX_LENGTH }],
    ...actCall(disablePromotion, ({ reason = '' }) => ({ id, reason })),
    onDone,
  }
}

/** The names of fields whose values the contract accepts but the server would reject. They are marked, and nothing is sent. */
function rejectedFields(values: ActValues): readonly string[] {
  return rules.invalidPromotionFields(toPromotionInput(values)).map((name) => FIELD_BY_NAME.get(name) ?? name)
}

/** Turns the typed values into the input of the call. Text that can't be parsed becomes a value that the server rejects. */
export function toPromotionInput(values: ActValues): PromotionInput {
  const typedText = (name: string) => (values[name] ?? '').trim()
  const typedList = (name: string) =>
    typedText(name)
      .split(/[\s,;]+/)
      .filter(Boolean)
  const readIfTyped = <Value>(name: string, read: (text: string) => Value) => (typedText(name) === '' ? undefined : read(typedText(name)))
  const input = {
    code: typedText('code'),
    percentOff: readIfTyped('percent', Number),
    amountsOff: readIfTyped('amounts', readAmounts),
    skuIds: readIfTyped('skus', () => typedList('skus')),
    startsAt: readIfTyped('startsAt', Date.parse),
    endsAt: readIfTyped('endsAt', Date.parse),
    mostRedemptions: readIfTyped('limit', Number),
    mostPerPerson: readIfTyped('perPerson', Number),
    audience: rules.PROMOTION_AUDIENCES.find((audience) => audience === typedText('audience')) ?? rules.PROMOTION_AUDIENCES[0],
    named: readIfTyped('named', () => typedList('named')),
    reason: typedText('reason'),
  }
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as PromotionInput
}

/** Parses amounts such as '2.00 USD, 180 JPY' into the smallest unit of each currency. */
function readAmounts(text: string): Record<string, number> {
  const pairs = text.split(',').map((part) => part.trim().split(/\s+/))
  return Object.fromEntries(
    pairs.map(([amount = '', currency = '']) => [currency.toUpperCase(), minorUnits(Number(amount), currency.toUpperCase())]),
  )
}

function minorUnits(amount: number, currency: string): number {
  return Math.round(amount * 10 ** minorDigits(currency))
}
