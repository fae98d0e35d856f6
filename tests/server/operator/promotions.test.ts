import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eq } from '#server/database/database.ts'
import { promotion } from '#server/database/schema.ts'
import { EARLIEST_MS, LATEST_MS } from '#shared/domain/number-bounds.ts'
import { checkLedger } from '#server/billing/rounds/check-ledger.ts'
import { createPromotion, disablePromotion, getPromotions, getRedemptions } from '#shared/api/operator-promotions.ts'
import { createOrder } from '#shared/api/pay-orders.ts'
import { quotePromotion } from '#shared/api/promotions.ts'
import { purchaseOf } from '../money/money-harness.ts'
import { type OperatorWorld, openOperatorWorld } from './operator-world.ts'

let world: OperatorWorld
beforeAll(async () => {
  world = await openOperatorWorld()
})
afterAll(() => world.server.close())

const reason = 'Spring'
const terms = (code: string) => ({ code, percentOff: 20, audience: 'everybody' as const, reason })

it('a code is made once per key, shown with its uses, and disabled, each of which is recorded', async () => {
  const key = randomUUID()
  const { id } = await world.callAsOperator(createPromotion, terms('spring'), key)
  expect(await world.callAsOperator(createPromotion, terms('spring'), key)).toEqual({ id })
  expect(await world.refusal(createPromotion, terms('Spring'))).toBe('PROMOTION_TAKEN')
  expect(await world.refusal(createPromotion, { ...terms('low'), percentOff: 99 })).toBe('PROMOTION_TOO_LOW')
  const ann = await world.person()
  const openedOrder = await ann.client.get(
    createOrder,
    { ...purchaseOf('points_300'), promotionCode: 'spring' },
    { idempotencyKey: randomUUID() },
  )
  const [listedPromotion] = (await world.callAsOperator(getPromotions, {})).data
  expect(listedPromotion).toMatchObject({
    id,
    code: 'SPRING',
    percentOff: 20,
    mostPerPerson: 1,
    reserved: 1,
    redeemed: 0,
    disabledAt: null,
  })
  expect((await world.callAsOperator(getRedemptions, { id })).data).toMatchObject([
    { orderId: openedOrder.payOrderId, ownerId: ann.id, skuId: 'points_300', state: 'reserved', discountCents: 240, totalCents: 959 },
  ])
  await world.callAsOperator(disablePromotion, { id, reason })
  expect(await world.refusal(disablePromotion, { id, reason })).toBe('H4021')
  expect(await world.refusal(disablePromotion, { id: 'none', reason })).toBe('H4001')
  expect((await ann.client.refusal(quotePromotion, { skuId: 'points_300', currencyCode: 'USD', code: 'spring' })).code).toBe(
    'PROMOTION_ENDED',
  )
  const acts = (await world.readActs()).map(({ act, subject, subjectId, detail }) => [act, subject, subjectId, JSON.parse(detail)])
  expect(acts).toEqual([
    ['create_promotion', 'promotion', id, { code: 'SPRING', reason }],
    ['view_promotions', 'promotion', id, {}],
    ['disable_promotion', 'promotion', id, { code: 'SPRING', reason }],
  ])
  expect(await checkLedger(world.server.database.db)).toEqual([])
})

it('codes are listed in pages, the newest first', async () => {
  for (let n = 0; n < 31; n += 1) {
    world.pass(1000)
    await world.callAsOperator(createPromotion, terms(`page-${n}`))
  }
  const firstPage = await world.callAsOperator(getPromotions, {})
  expect([firstPage.data.length, firstPage.data[0]?.code, firstPage.hasNext]).toEqual([30, 'PAGE-30', true])
  const nextPage = await world.callAsOperator(getPromotions, { start: firstPage.data.at(-1)?.id ?? '' })
  expect([nextPage.data.map(({ code }) => code), nextPage.hasNext]).toEqual([['PAGE-0', 'SPRING'], false])
})

it('nobody else sees or makes any', async () => {
  const { client } = await world.person()
  expect((await client.refusal(getPromotions, {})).code).toBe('H4001')
  expect((await client.refusal(createPromotion, terms('mine'), { idempotencyKey: randomUUID() })).code).toBe('H4001')
})

it('an invalid date or currency is refused, and a code of an older build with such a date is still listed', async () => {
  const wildTerms = { ...terms('wild'), endsAt: Number.MAX_SAFE_INTEGER }
  expect(await world.refusal(createPromotion, wildTerms)).toBe('H3000')
  const { percentOff: _, ...unsoldTerms } = terms('unsold')
  expect(await world.refusal(createPromotion, { ...unsoldTerms, amountsOff: { USD: 100, XXX: 5 } })).toBe('PROMOTION_NOT_SOLD')
  world.pass(1000)
  const { id } = await world.callAsOperator(createPromotion, terms('old'))
  await world.server.database.db.update(promotion).set({ startsAtMs: -9e15, endsAtMs: Number.MAX_SAFE_INTEGER }).where(eq(promotion.id, id))
  expect((await world.callAsOperator(getPromotions, {})).data[0]).toMatchObject({ code: 'OLD', startsAt: EARLIEST_MS, endsAt: LATEST_MS })
})
