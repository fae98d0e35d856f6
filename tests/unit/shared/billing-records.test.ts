import { describe, expect, it } from 'vitest'
import { orderRecord } from '#shared/storage/billing-records.ts'
import { parseRecord } from '#shared/storage/records.ts'

const ORDER_OF_VERSION_1 = {
  payOrderId: 'order-1',
  account: 'account:ada',
  skuId: 'weekly',
  skuType: 2,
  checkoutUrl: 'https://checkout.example/1',
  createdAtMs: 1000,
  state: 'late',
  confirmedAtMs: 1500,
  confirmPolls: 5,
  latePolls: 2,
  askedAtMs: 2000,
  pauseMs: 20_000,
  isTold: false,
}

describe('an order of version 1', () => {
  it('is polled, without facts of its checkout and of the earlier balance', () => {
    expect(parseRecord(orderRecord, { version: 1, data: ORDER_OF_VERSION_1 })).toEqual({
      ...ORDER_OF_VERSION_1,
      sessionId: '',
      isEmbedded: true,
      amountCents: 0,
      currencyCode: 'USD',
      lastState: { lastestChosenSku: '', isVip: false, points: -1 },
      endedAtMs: null,
    })
  })

  it('of a build that sold in dollars alone is in dollars', () => {
    const { currencyCode: _, ...orderWithoutCurrency } = parseRecord(orderRecord, { version: 1, data: ORDER_OF_VERSION_1 }) ?? {
      currencyCode: '',
    }
    expect(parseRecord(orderRecord, { version: 2, data: orderWithoutCurrency })).toEqual({ ...orderWithoutCurrency, currencyCode: 'USD' })
  })

  it.each(['success', 'failed', 'closed'])('that has ended as %s expires', (state) => {
    expect(parseRecord(orderRecord, { version: 1, data: { ...ORDER_OF_VERSION_1, state } })).toMatchObject({ state, endedAtMs: 1000 })
  })
})
