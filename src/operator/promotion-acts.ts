import { type OperatorPromotion, createPromotion, disablePromotion } from '#shared/api/operator-promotions.ts'
import type { CallInput } from '#shared/api/define-call.ts'
import { minorDigits } from '#shared/domain/currencies.ts'
import { REASON_MAX_LENGTH } from '#shared/domain/operator-rules.ts'
import * as rules from '#shared/domain/promotion-rules.ts'
import type { Text } from '#src/i18n/i18n.ts'
import { actCall } from './act-call.ts'
import type { ActField, ActValues, ConsoleAct } from './console-acts.tsx'

type Wanted = CallInput<typeof createPromotion>

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

export function createAct(text: Text, onDone: () => void): ConsoleAct {
  const field = (name: string, rest: Partial<ActField> = {}): ActField => ({
    name,
    label: text(`operator.promotions.${name}`),
    maxLength: LIST_MAX_LENGTH,
    isOptional: true,
    ...rest,
  })
  const hint = (name: string) => ({ hint: text(`operator.promotions.${name}.hint`) })
  const limit = { kind: 'number', maxLength: String(rules.PROMOTION_LIMIT_MAX).length } as const
  const call = actCall(createPromotion, wantedOf, FIELD_NAMES)
  return {
    id: 'create-promotion',
    label: text('operator.promotions.create'),
    title: text('operator.promotions.create'),
    hint: text('operator.promotions.create.hint'),
    fields: [
      field('code', { isOptional: false, maxLength: rules.PROMOTION_CODE_MAX_LENGTH }),
      field('percent', { kind: 'number', maxLength: 2 }),
      field('amounts', hint('amounts')),
      field('skus', hint('skus')),
      field('startsAt', { kind: 'time', maxLength: TIME_LENGTH }),
      field('endsAt', { kind: 'time', maxLength: TIME_LENGTH }),
      field('limit', { ...limit, ...hint('limit') }),
      field('perPerson', { ...limit, ...hint('perPerson') }),
      field('audience', {
        kind: 'choice',
        options: rules.PROMOTION_AUDIENCES.map((value) => ({ value, label: text(`operator.promotions.choose.${value}`) })),
      }),
      field('named', { ...hint('named'), kind: 'long', maxLength: rules.PROMOTION_NAMED_MAX * 64 }),
      { name: 'reason', label: text('operator.reason'), hint: text('operator.reasonHint'), maxLength: REASON_MAX_LENGTH },
    ],
    ...call,
    refusedFields: (values) => [...call.refusedFields(values), ...oddFields(values)],
    onDone,
  }
}

export function disableAct(text: Text, { id, code }: OperatorPromotion, onDone: () => void): ConsoleAct {
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
function oddFields(values: ActValues): readonly string[] {
  return rules.invalidPromotionFields(wantedOf(values)).map((name) => FIELD_BY_NAME.get(name) ?? name)
}

/** Turns the typed values into the input of the call. Text that can't be parsed becomes a value that the server rejects. */
export function wantedOf(values: ActValues): Wanted {
  const typed = (name: string) => (values[name] ?? '').trim()
  const listed = (name: string) =>
    typed(name)
      .split(/[\s,;]+/)
      .filter(Boolean)
  const given = <Value>(name: string, read: (text: string) => Value) => (typed(name) === '' ? undefined : read(typed(name)))
  const wanted = {
    code: typed('code'),
    percentOff: given('percent', Number),
    amountsOff: given('amounts', readAmounts),
    skuIds: given('skus', () => listed('skus')),
    startsAt: given('startsAt', Date.parse),
    endsAt: given('endsAt', Date.parse),
    mostRedemptions: given('limit', Number),
    mostPerPerson: given('perPerson', Number),
    audience: rules.PROMOTION_AUDIENCES.find((audience) => audience === typed('audience')) ?? rules.PROMOTION_AUDIENCES[0],
    named: given('named', () => listed('named')),
    reason: typed('reason'),
  }
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)) as Wanted
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
