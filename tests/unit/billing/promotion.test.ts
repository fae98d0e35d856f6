import { expect, it, vi } from 'vitest'
import type { PromotionQuote } from '#shared/api/promotions.ts'
import { fail, ok } from '#shared/result.ts'
import { NO_PROMOTION, createPromotion, findPromotionUse } from '#src/billing/shop/promotion.ts'

const priceInUsd = (skuId: string) => ({ skuId, currencyCode: 'USD' })

const quoteOf = (skuId: string, code: string): PromotionQuote => ({
  skuId,
  code,
  currencyCode: 'USD',
  priceCents: 999,
  discountCents: 200,
  totalCents: 799,
  renewalCents: 999,
})

function setUp() {
  const state = { ...NO_PROMOTION }
  const quote = vi.fn(
    async ({ skuId }: ReturnType<typeof priceInUsd>, code: string) => ok(quoteOf(skuId, code)) as ReturnType<typeof refusedAnswer>,
  )
  const readUse = (skuId = 'premium_weekly', account = 'ann') => findPromotionUse(state, priceInUsd(skuId), account)
  return { state, quote, readUse, promotion: createPromotion({ state, quote: (sku, code) => quote(sku, code) }) }
}

function refusedAnswer() {
  return fail({ code: 'PROMOTION_ENDED' as const, retry: 'never' as const }) as
    | ReturnType<typeof ok<PromotionQuote>>
    | ReturnType<typeof fail<{ code: 'PROMOTION_ENDED' | 'PROMOTION_NOT_HERE' | '40001'; retry: 'never' | 'later' }>>
}

it('sends one request for each price, and uses the answer', async () => {
  const { promotion, quote, readUse, state } = setUp()
  promotion.apply(' spring ')
  expect(readUse()).toEqual({ kind: 'unknown', isAsking: true })
  await Promise.all([promotion.ask(priceInUsd('premium_weekly'), 'ann'), promotion.ask(priceInUsd('premium_weekly'), 'ann')])
  expect(quote.mock.calls).toEqual([[priceInUsd('premium_weekly'), 'SPRING']])
  expect(readUse()).toEqual({ kind: 'used', quote: quoteOf('premium_weekly', 'SPRING') })
  expect(readUse('points_300')).toEqual({ kind: 'unknown', isAsking: true })
  expect(findPromotionUse(state, { skuId: 'premium_weekly', currencyCode: 'EUR' }, 'ann')).toEqual({ kind: 'unknown', isAsking: true })
  expect(readUse('premium_weekly', 'bob')).toEqual({ kind: 'unknown', isAsking: true })
  promotion.remove()
  expect([readUse(), state.code]).toEqual([{ kind: 'none' }, ''])
})

it('leaves the price unchanged where the code is refused, and blocks the purchase where it could not be checked', async () => {
  const { promotion, quote, readUse } = setUp()
  promotion.apply('SPRING')
  quote.mockResolvedValueOnce(refusedAnswer())
  await promotion.ask(priceInUsd('premium_weekly'), 'ann')
  expect(readUse()).toEqual({ kind: 'none' })
  promotion.recheck()
  quote.mockResolvedValueOnce(fail({ code: '40001' as const, retry: 'later' as const }))
  await promotion.ask(priceInUsd('premium_weekly'), 'ann')
  expect(readUse()).toEqual({ kind: 'unknown', isAsking: false })
  promotion.apply('SPRING')
  await promotion.ask(priceInUsd('premium_weekly'), 'ann')
  expect(readUse().kind).toBe('used')
})

it('asks once about a code that is refused for every price, and about each where it is only refused for one', async () => {
  const { promotion, quote, readUse } = setUp()
  promotion.apply('SPRING')
  quote.mockResolvedValue(refusedAnswer())
  await Promise.all(['points_100', 'points_300', 'points_800'].map((skuId) => promotion.ask(priceInUsd(skuId), 'ann')))
  expect([quote.mock.calls.length, readUse('points_800')]).toEqual([1, { kind: 'none' }])
  promotion.apply('OTHER')
  quote.mockResolvedValueOnce(fail({ code: 'PROMOTION_NOT_HERE' as const, retry: 'never' as const }))
  quote.mockImplementation(async ({ skuId }, code) => ok(quoteOf(skuId, code)))
  await Promise.all(['points_100', 'points_300'].map((skuId) => promotion.ask(priceInUsd(skuId), 'ann')))
  expect([readUse('points_100').kind, readUse('points_300').kind]).toEqual(['none', 'used'])
})

it('drops the answer about a code that was removed meanwhile', async () => {
  const { promotion, quote, readUse } = setUp()
  let finishQuote = (_: ReturnType<typeof refusedAnswer>) => {}
  quote.mockReturnValueOnce(new Promise((resolve) => (finishQuote = resolve)))
  promotion.apply('OLD')
  const asking = promotion.ask(priceInUsd('premium_weekly'), 'ann')
  promotion.apply('NEW')
  finishQuote(ok(quoteOf('premium_weekly', 'OLD')))
  await asking
  expect(readUse()).toEqual({ kind: 'unknown', isAsking: true })
})

it('applies a code of the address, and opens for it', () => {
  const { promotion, state } = setUp()
  promotion.prefill('  ')
  expect([state.code, state.isOpen]).toEqual(['', false])
  promotion.prefill('spring-26')
  expect([state.code, state.isOpen]).toEqual(['SPRING-26', true])
})
