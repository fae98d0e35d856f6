import type { ProviderOrder } from '#server/billing/providers/payment-provider.ts'
import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSubotizProvider } from '#server/billing/providers/subotiz/subotiz-provider.ts'
import { centsOf, SIGNED_WINDOW_MS } from '#server/billing/providers/subotiz/wire.ts'
import { decimalText } from '#shared/domain/currencies.ts'
import { findSku } from '#server/billing/catalogue/skus.ts'

const NOW_MS = Date.UTC(2027, 0, 4, 12)
const KEYS = { accessNo: '77d52a21dc032b4', secret: 'whisper' }
const ORDER = { payOrderId: 'order-1', sessionId: 'session-1', subscriptionRef: null }

type Answer = { readonly status?: number; readonly data?: unknown; readonly body?: string } | 'silence'

/** A fake of the Subotiz API that gives canned answers, by method and path. */
function createCannedSubotiz(answers: Readonly<Record<string, Answer>>) {
  const requests: { readonly key: string; readonly headers: Headers; readonly body: string }[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const key = `${request.method} ${pathname}${search}`
    requests.push({ key, headers: request.headers, body: await request.text() })
    const answer = answers[key] ?? { status: 404 }
    if (answer === 'silence') throw new TypeError('fetch failed')
    return new Response(answer.body ?? JSON.stringify({ code: 0, message: 'success', data: answer.data }), { status: answer.status ?? 200 })
  }
  const prices = new Map([
    ['premium_weekly', '543321'],
    ['premium_weekly:EUR', '543323'],
  ])
  const provider = createSubotizProvider({
    ...KEYS,
    id: 'subotiz',
    url: 'https://api.subotiz.example',
    merchantId: '2816433',
    prices,
    origins: ['https://checkout.subotiz.example'],
    nowMs: () => NOW_MS,
    fetch,
  })
  return { provider, requests }
}

function checkoutRequest(skuId: string, amountCents: number, currencyCode = 'USD') {
  const sku = findSku(skuId)
  if (sku === undefined) throw new Error(`no SKU ${skuId}`)
  return {
    payOrderId: 'order-1',
    sku,
    amountCents,
    discount: null,
    currencyCode,
    payer: { id: 'payer-1', email: 'ada@example.org' },
    returnUrl: 'https://app.example/pay/success',
    cancelUrl: 'https://app.example/pay/cancel',
    isEmbedded: true,
    redirectOnCompletion: 'always' as const,
  }
}

it('supports only the features in Subotiz’s description, and no refunds', () => {
  expect(createCannedSubotiz({}).provider.can).toEqual(new Set())
})

const TRADE = {
  trade_id: 572677233903157,
  amount: '30.00',
  currency: 'USD',
  payment_method: 'credit_card',
  invoice_id: '',
  paid_at: '2026-12-31T06:54:55Z',
  total_refunded_amount: '0.00',
}
const SESSION_CALL = 'GET /api/v1/session/session-1'

const readTrade = async (trade: object, session: object = { status: 'complete' }) => {
  const { provider } = createCannedSubotiz({
    [SESSION_CALL]: { data: { trade_id: '7', ...session } },
    'GET /api/v1/trade/7': { data: { ...TRADE, ...trade } },
  })
  return provider.readOrder(ORDER)
}

describe('amounts', () => {
  it('are the same to the cent after a round trip', () => {
    const currency = fc.constantFrom('USD', 'EUR', 'JPY', 'KRW', 'KWD', 'CLF')
    const amount = fc.integer({ min: 0, max: 1_000_000_000_00 })
    fc.assert(fc.property(amount, currency, (minor, code) => centsOf(decimalText(minor, code), code) === minor))
  })

  it('are read with one decimal, with none, and with zeros behind', () => {
    const centsIn = (code: string) => (text: string) => centsOf(text, code)
    expect(['10', '10.5', '10.50', '10.5000', '0.29', '1.15'].map(centsIn('USD'))).toEqual([1000, 1050, 1050, 1050, 29, 115])
    expect(['10', '10.0', '750.00', '10.5'].map(centsIn('JPY'))).toEqual([10, 10, 750, undefined])
    expect(['10', '10.5', '0.125', '0.1255'].map(centsIn('KWD'))).toEqual([10_000, 10_500, 125, undefined])
  })

  it('that are finer than a cent, negative or no number are invalid', () => {
    fc.assert(fc.property(fc.string(), (text) => /^\d{1,13}(\.\d{1,2}0*)?$/.test(text) || centsOf(text, 'USD') === undefined))
    for (const text of ['', '-1.00', '1.001', '1,00', '1e3', ' 1', '.5', '1.', '99999999999999'])
      expect(centsOf(text, 'USD')).toBeUndefined()
  })
})

describe('a call', () => {
  it('is signed over method, path, time and body, and names its order the same way each time', async () => {
    const { provider, requests } = createCannedSubotiz({
      'POST /api/v1/session': { data: { session_id: 572677164911046, session_url: 'https://checkout.subotiz.example/s/1' } },
    })
    expect(await provider.openCheckout(checkoutRequest('points_300', 599))).toEqual({
      ok: true,
      value: { sessionId: '572677164911046', checkoutUrl: 'https://checkout.subotiz.example/s/1', isEmbedded: true },
    })
    await provider.openCheckout(checkoutRequest('points_300', 599))
    const [firstRequest, secondRequest] = requests
    const text = `POST\n/api/v1/session\n${NOW_MS}\n${firstRequest?.body}\n`
    expect(firstRequest?.headers.get('hub-signature')).toBe(createHmac('sha256', KEYS.secret).update(text).digest('hex'))
    expect(firstRequest?.headers.get('hub-access-no')).toBe(KEYS.accessNo)
    expect(firstRequest?.headers.get('request-id')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(secondRequest?.headers.get('request-id')).toBe(firstRequest?.headers.get('request-id'))
    expect(JSON.parse(firstRequest?.body ?? '')).toMatchObject({
      order_id: 'order-1',
      mode: 'payment',
      total_amount: '5.99',
      locale: 'en-US',
    })
  })

  it('sells a plan by its configured price, without an amount', async () => {
    const { provider, requests } = createCannedSubotiz({})
    await provider.openCheckout(checkoutRequest('premium_weekly', 999))
    const body = JSON.parse(requests[0]?.body ?? '') as object
    expect(body).toMatchObject({ line_items: [{ price_id: '543321', quantity: '1' }], mode: 'checkout', payment_mode: 'subscription' })
    expect(body).not.toHaveProperty('total_amount')
  })

  it('is in the currency of its order, with the price and the decimals of that currency', async () => {
    const { provider, requests } = createCannedSubotiz({})
    await provider.openCheckout(checkoutRequest('premium_weekly', 1099, 'EUR'))
    await provider.openCheckout(checkoutRequest('points_100', 750, 'JPY'))
    expect(requests.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
      { currency: 'EUR', line_items: [{ price_id: '543323' }] },
      { currency: 'JPY', line_items: [{ price_id: 'points_100' }], total_amount: '750' },
    ])
  })

  it('separates away, refused and unknown', async () => {
    const failures = async (answer: Answer) => {
      const { provider } = createCannedSubotiz({ [SESSION_CALL]: answer, 'POST /api/v1/session': answer })
      const results = [await provider.readOrder(ORDER), await provider.openCheckout(checkoutRequest('points_100', 499))]
      return results.map((result) => (result.ok ? 'ok' : result.error))
    }
    for (const status of [500, 502, 503, 429, 408]) expect(await failures({ status })).toEqual(['away', 'away'])
    for (const status of [400, 401, 403, 409, 422]) expect(await failures({ status, body: 'no json' })).toEqual(['refused', 'refused'])
    expect(await failures({ status: 404 })).toEqual(['unknown', 'unknown'])
    expect(await failures('silence')).toEqual(['away', 'away'])
    expect(await failures({ body: '<html>' })).toEqual(['away', 'away'])
    expect(await failures({ data: { status: 'something new' } })).toEqual(['away', 'away'])
  })
})

describe('the truth of an order', () => {
  it('has the currency of its trade, and minor units of that', async () => {
    const paidTrade = { trade_status: 'succeeded', amount: '750.00', currency: 'JPY', total_refunded_amount: '250' }
    expect(await readTrade(paidTrade)).toMatchObject({ ok: true, value: { amountCents: 750, currencyCode: 'JPY', refundedCents: 250 } })
    expect(await readTrade({ ...paidTrade, amount: '7.50' })).toEqual({ ok: false, error: 'away' })
  })

  it('follows the state of its trade, and of the checkout that may still accept another card', async () => {
    const states: Record<string, [ProviderOrder['state'], ProviderOrder['state']]> = {
      requires_payment_method: ['pending', 'closed'],
      requires_action: ['pending', 'closed'],
      processing: ['pending', 'pending'],
      payment_failed: ['failed', 'closed'],
      succeeded: ['succeeded', 'succeeded'],
      closed: ['closed', 'closed'],
    }
    for (const [trade_status, expectedStates] of Object.entries(states)) {
      const readState = async (status: string) => {
        const orderAnswer = await readTrade({ trade_status }, { status })
        return orderAnswer.ok ? orderAnswer.value.state : orderAnswer.error
      }
      expect([trade_status, await readState('open'), await readState('expire')]).toEqual([trade_status, ...expectedStates])
    }
  })

  it('is pending without a trade, and closed once the checkout has expired', async () => {
    for (const [status, state] of [
      ['open', 'pending'],
      ['expire', 'closed'],
    ]) {
      const { provider } = createCannedSubotiz({ [SESSION_CALL]: { data: { trade_id: '', status } } })
      expect(await provider.readOrder(ORDER)).toMatchObject({ ok: true, value: { state, amountCents: 0, subscription: null } })
    }
  })

  it('has amount, refund, time and method', async () => {
    const orderAnswer = await readTrade({ trade_status: 'succeeded', payment_method: 'apple_pay', total_refunded_amount: '0.29' })
    expect(orderAnswer).toMatchObject({
      ok: true,
      value: {
        ref: '572677233903157',
        amountCents: 3000,
        refundedCents: 29,
        currencyCode: 'USD',
        paymentMethod: 3,
        paidAtMs: Date.UTC(2026, 11, 31, 6, 54, 55),
      },
    })
    expect((await readTrade({ trade_status: 'succeeded', amount: '30.001' })).ok).toBe(false)
  })
})

describe('the truth of a subscription', () => {
  const cycle = (index: number, type: string, changes: object = {}) => ({
    invoice_id: `inv-${index}`,
    amount: index === 0 ? '0' : '9.99',
    biz_status: 'success',
    invoice_type: type,
    cycle_index: String(index),
    cycle_start: `2027-01-0${index + 1}T00:00:00Z`,
    cycle_end: `2027-01-0${index + 2}T00:00:00Z`,
    paid_at: `2027-01-0${index + 1}T00:00:01Z`,
    ...changes,
  })
  const readSubscription = async (subscription: object, pages: readonly object[][] = [[]]) => {
    const data = { id: 's1', current_period_start: '2027-01-02T00:00:00Z', current_period_end: '2027-01-03T00:00:00Z', ...subscription }
    const cannedSubotiz = createCannedSubotiz({
      [SESSION_CALL]: { data: { trade_id: '7', status: 'complete' } },
      'GET /api/v1/trade/7': { data: { ...TRADE, trade_status: 'succeeded', invoice_id: 'inv-0' } },
      'GET /api/v1/invoice/inv-0': { data: { subscription_id: 's1' } },
      'GET /api/v1/subscription/s1': { data },
      ...Object.fromEntries(
        pages.map((list, index) => [
          `GET /api/v1/invoices?subscription_id=s1&page=${index + 1}`,
          { data: { list, has_more: index + 1 < pages.length } },
        ]),
      ),
    })
    const orderAnswer = await cannedSubotiz.provider.readOrder(ORDER)
    return orderAnswer.ok ? orderAnswer.value.subscription : orderAnswer.error
  }

  it('follows its status', async () => {
    const states = {
      trial: 'trial',
      active: 'active',
      past_due: 'past_due',
      paused: 'past_due',
      unpaid: 'ended',
      canceled: 'ended',
    }
    for (const [status, state] of Object.entries(states)) expect(await readSubscription({ status })).toMatchObject({ ref: 's1', state })
    for (const status of ['init', 'incomplete']) expect(await readSubscription({ status })).toBeNull()
  })

  it('has the times of its cancellation and its end', async () => {
    const cancelRequestedAt = '2027-01-02T10:00:00Z'
    const [cancelRequestedMs, endMs] = [Date.parse(cancelRequestedAt), Date.parse('2027-01-03T00:00:00Z')]
    expect(await readSubscription({ status: 'active' })).toMatchObject({ cancelledAtMs: null, endedAtMs: null })
    expect(await readSubscription({ status: 'active', is_canceling: true, launch_cancel_at: cancelRequestedAt })).toMatchObject({
      cancelledAtMs: cancelRequestedMs,
      endedAtMs: null,
    })
    expect(
      await readSubscription({ status: 'canceled', cancel_at: '2027-01-03T00:00:00Z', launch_cancel_at: cancelRequestedAt }),
    ).toMatchObject({
      cancelledAtMs: cancelRequestedMs,
      endedAtMs: endMs,
    })
  })

  it('lists paid cycles over all pages, oldest first, with their refunds', async () => {
    const refund = { ...cycle(1, 'refund'), invoice_id: 'r', original_invoice_id: 'inv-1', amount: '4.00' }
    const pages = [
      [cycle(2, 'renewal'), refund, cycle(3, 'renewal', { biz_status: 'failed' })],
      [cycle(0, 'trial'), cycle(1, 'renewal', { biz_status: 'partially_refunded' }), cycle(4, 'renewal', { biz_status: 'refunded' })],
    ]
    const subscription = await readSubscription({ status: 'active' }, pages)
    expect(subscription).toMatchObject({
      cycles: [
        { ref: 'inv-0', cycle: 0, amountCents: 0, refundedCents: 0 },
        { ref: 'inv-1', cycle: 1, amountCents: 999, refundedCents: 400, paidAtMs: Date.parse('2027-01-02T00:00:01Z') },
        { ref: 'inv-2', cycle: 2, refundedCents: 0, startsAtMs: Date.parse('2027-01-03T00:00:00Z') },
        { ref: 'inv-4', cycle: 4, refundedCents: 999 },
      ],
    })
  })
})

describe('events', () => {
  const { provider } = createCannedSubotiz({})
  const BODY = { id: 'event-1', type: 'v2.trades.succeeded', created: '2027-01-04T12:00:00Z', data: { order_id: 'order-1' } }
  const readSigned = (body: string, { atMs = NOW_MS, secret = KEYS.secret, accessNo = KEYS.accessNo, sentBody = body } = {}) => {
    const signature = createHmac('sha256', secret).update(`${atMs}.${body}`).digest('hex')
    const headers = new Headers({ 'x-timestamp': String(atMs), 'x-access-no': accessNo, 'x-signature': signature })
    return provider.readEvent(new TextEncoder().encode(sentBody), headers, NOW_MS)
  }
  const text = JSON.stringify(BODY)

  it('are accepted with their signature, also a moment before or after their time', () => {
    const event = { eventId: 'event-1', type: 'v2.trades.succeeded', payOrderId: 'order-1', subscriptionRef: null }
    for (const atMs of [NOW_MS, NOW_MS - SIGNED_WINDOW_MS, NOW_MS + SIGNED_WINDOW_MS])
      expect(readSigned(text, { atMs })).toEqual({ ok: true, value: event })
  })

  it('are refused when forged, altered, or of another merchant', () => {
    const forgedResult = { ok: false, error: 'forged' }
    expect(readSigned(text, { secret: 'guess' })).toEqual(forgedResult)
    expect(readSigned(text, { sentBody: text.replace('order-1', 'order-2') })).toEqual(forgedResult)
    expect(readSigned(text, { sentBody: `${text} ` })).toEqual(forgedResult)
    expect(readSigned(text, { accessNo: 'somebody' })).toEqual(forgedResult)
    expect(provider.readEvent(new TextEncoder().encode(text), new Headers(), NOW_MS)).toEqual(forgedResult)
  })

  it('are refused when their signed time is older or younger than the window', () => {
    for (const atMs of [NOW_MS - SIGNED_WINDOW_MS - 1, NOW_MS + SIGNED_WINDOW_MS + 1])
      expect(readSigned(text, { atMs })).toEqual({ ok: false, error: 'old' })
  })

  it('are rejected when signed, but no event', () => {
    for (const body of ['', '{', '[]', '{"id":"1"}']) expect(readSigned(body)).toEqual({ ok: false, error: 'malformed' })
  })

  it('have their subscription, for every type of event', () => {
    const readEventAbout = (type: string, data: object) => readSigned(JSON.stringify({ ...BODY, type, data }))
    expect(readEventAbout('v2.subscription.canceled', { id: 's1', order_id: 'o' })).toMatchObject({
      value: { payOrderId: 'o', subscriptionRef: 's1' },
    })
    expect(readEventAbout('v2.invoice.paid', { id: 'i1', subscription_id: 's1' })).toMatchObject({
      value: { payOrderId: null, subscriptionRef: 's1' },
    })
    expect(readEventAbout('v2.refunds.succeeded', { trade_id: 't' })).toMatchObject({ value: { payOrderId: null, subscriptionRef: null } })
  })
})
