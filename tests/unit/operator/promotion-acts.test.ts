import { expect, test } from 'vitest'
import { actCall } from '#src/operator/act-call.ts'
import type { ActValues } from '#src/operator/console-acts.tsx'
import { createPromotionAct, toPromotionInput } from '#src/operator/promotion-acts.ts'
import { createPromotion } from '#shared/api/operator-promotions.ts'

test('empty fields are not sent', () => {
  expect(toPromotionInput({ code: ' spring ', percent: '20', skus: ' ', reason: 'Spring' })).toEqual({
    code: 'spring',
    percentOff: 20,
    audience: 'everybody',
    reason: 'Spring',
  })
})

test('amounts, lists and times are parsed', () => {
  const typedFields = {
    code: 'X',
    amounts: '2 usd, 1.80 EUR',
    skus: 'points_100, points_300',
    endsAt: '2026-12-31T12:00',
    limit: '3',
    perPerson: '2',
  }
  expect(toPromotionInput({ ...typedFields, audience: 'named', named: 'ann@example.org\nbob', reason: 'r' })).toEqual({
    code: 'X',
    amountsOff: { USD: 200, EUR: 180 },
    skuIds: ['points_100', 'points_300'],
    endsAt: Date.parse('2026-12-31T12:00'),
    mostRedemptions: 3,
    mostPerPerson: 2,
    audience: 'named',
    named: ['ann@example.org', 'bob'],
    reason: 'r',
  })
})

test('amounts are in the smallest unit of their currency', () => {
  expect(toPromotionInput({ code: 'X', amounts: '2 USD, 180 JPY, 1.5 KWD', reason: 'r' }).amountsOff).toEqual({
    USD: 200,
    JPY: 180,
    KWD: 1500,
  })
})

test('invalid fields are named before anything is sent', () => {
  const { refusedFields } = actCall(createPromotion, toPromotionInput, { percentOff: 'percent' })
  const typedFields = { code: 'X', percent: '20', reason: 'r' }
  expect(refusedFields(typedFields)).toEqual([])
  expect(refusedFields({ ...typedFields, percent: '100', endsAt: '3026-12-31T12:00' }).toSorted()).toEqual(['endsAt', 'percent'])
})

test('fields that no server accepts are rejected before anything is sent', () => {
  const act = createPromotionAct(
    (key) => key,
    () => {},
  )
  const refusedFieldsOf = (values: ActValues) => act.refusedFields?.({ code: 'SPRING', percent: '20', reason: 'r', ...values })
  expect(refusedFieldsOf({})).toEqual([])
  expect(refusedFieldsOf({ code: '🌊' })).toEqual(['code'])
  expect(refusedFieldsOf({ code: 'A'.repeat(41) })).toEqual(['code'])
  expect(refusedFieldsOf({ percent: '' })).toEqual(['percent'])
  expect(refusedFieldsOf({ amounts: '2 USD' })).toEqual(['percent'])
  expect(refusedFieldsOf({ startsAt: '2026-12-31T12:00', endsAt: '2026-12-31T12:00' })).toEqual(['endsAt'])
  expect(refusedFieldsOf({ audience: 'named' })).toEqual(['named'])
})
