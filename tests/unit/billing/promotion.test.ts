import { expect, it, vi } from 'vitest'
import type { PromotionQuote } from '#shared/api/promotions.ts'
import { fail, ok } from '#shared/result.ts'
import { NO_PROMOTION, createPromotion, findPromotionUse } from '#src/billing/shop/promotion.ts'

const usd = (skuId: string) => ({ skuId, currencyCode: 'USD' })

const quoteOf = (skuId: string, code: string): PromotionQuote => ({
  skuId,
  code,
  currencyCode: 'USD',
  priceCents: 999,
  discountCents: 200,
  totalCents: 799,
  renewalCents: 999,
})

function start() {
  const state = { ...NO_PROMOTION }
  const quote = vi.fn(async ({ skuId }: ReturnType<typeof usd>, code: string) => ok(quoteOf(skuId, code)) as ReturnType<typeof answer>)
  const use = (skuId = 'premium_weekly', account = 'ann') => findPromotionUse(state, usd(skuId), account)
  return { state, quote, use, promotion: createPromotion({ state, quote: (sku, code) => quote(sku, code) }) }
}

function answer() {
  return fail({ code: 'PROMOTION_ENDED' as const, retry: 'never' as const }) as
    | ReturnType<typeof ok<PromotionQuote>>
    | ReturnType<typeof fail<{ code: 'PROMOTION_ENDED' | 'PROMOTION_NOT_HERE' | '40001'; retry: 'never' | 'later' }>>
}

it('sends one request for each price, and uses the answer', async () => {
  const { promotion, quote, use, state } = start()
  promotion.apply(' spring ')
  expect(use()).toEqual({ kind: 'unknown', isAsking: true })
  await Promise.all([promotion.ask(usd('premium_weekly'), 'ann'), promotion.ask(usd('premium_weekly'), 'ann')])
  expect(quote.mock.calls).toEqual([[usd('premium_weekly'), 'SPRING']])
  expect(use()).toEqual({ kind: 'used', quote: quoteOf('premium_weekly', 'SPRING') })
  expect(use('points_300')).toEqual({ kind: 'unknown', isAsking: true })
  expect(findPromotionUse(state, { skuId: 'premium_weekly', currencyCode: 'EUR' }, 'ann')).toEqual({ kind: 'unknown', isAsking: true })
  expect(use('premium_weekly', 'bob')).toEqual({ kind: 'unknown', isAsking: true })
  promotion.remove()
  expect([use(), state.code]).toEqual([{ kind: 'none' }, ''])
})

it('leaves the price unchanged where the code is refused, and blocks the purchase where it could not be checked', async () => {
  const { promotion, quote, use } = start()
  promotion.apply('SPRING')
  quote.mockResolvedValueOnce(answer())
  await promotion.ask(usd('premium_weekly'), 'ann')
  expect(use()).toEqual({ kind: 'none' })
  promotion.recheck()
  quote.mockResolvedValueOnce(fail({ code: '40001' as const, retry: 'later' as const }))
  await promotion.ask(usd('premium_weekly'), 'ann')
  expect(use()).toEqual({ kind: 'unknown', isAsking: false })
  promotion.apply('SPRING')
  await promotion.ask(usd('premium_weekly'), 'ann')
  expect(use().kind).toBe('used')
})

it('asks once about a code that is refused for every price, and about each where it is only refused for one', async () => {
  const { promotion, quote, use } = start()
  promotion.apply('SPRING')
  quote.mockResolvedValue(answer())
  await Promise.all(['points_100', 'points_300', 'points_800'].map((skuId) => promotion.ask(usd(skuId), 'ann')))
  expect([quote.mock.calls.length, use('points_800')]).toEqual([1, { kind: 'none' }])
  promotion.apply('OTHER')
  quote.mockResolvedValueOnce(fail({ code: 'PROMOTION_NOT_HERE' as const, retry: 'never' as const }))
  quote.mockImplementation(async ({ skuId }, code) => ok(quoteOf(skuId, code)))
  await Promise.all(['points_100', 'points_300'].map((skuId) => promotion.ask(usd(skuId), 'ann')))
  expect([use('points_100').kind, use('points_300').kind]).toEqual(['none', 'used'])
})

it('drops the answer about a code that was removed meanwhile', async () => {
  const { promotion, quote, use } = start()
  let arrive = (_: ReturnType<typeof answer>) => {}
  quote.mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)))
  promotion.apply('OLD')
  const asking = promotion.ask(usd('premium_weekly'), 'ann')
  promotion.apply('NEW')
  arrive(ok(quoteOf('premium_weekly', 'OLD')))
  await asking
  expect(use()).toEqual({ kind: 'unknown', isAsking: true })
})

it('applies a code of the address, and opens for it', () => {
  const { promotion, state } = start()
  promotion.prefill('  ')
  expect([state.code, state.isOpen]).toEqual(['', false])
  promotion.prefill('spring-26')
  expect([state.code, state.isOpen]).toEqual(['SPRING-26', true])
})
