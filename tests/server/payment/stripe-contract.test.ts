import { describe, expect, it } from 'vitest'
import { createStripeProvider } from '#server/billing/providers/stripe/stripe-provider.ts'
import { loadStripe } from '#server/billing/providers/open-payment.ts'
import { SIGNED_WINDOW_MS } from '#server/billing/providers/subotiz/signatures.ts'
import { findSku } from '#server/billing/catalogue/skus.ts'

const SECRET = 'whsec_test'
const ORDER = { payOrderId: 'order-1', sessionId: 'cs_1', subscriptionRef: null }
const START_S = Date.UTC(2027, 0, 4, 12) / 1000
const WEEK_S = 7 * 24 * 60 * 60

type Answer = { readonly status?: number; readonly body: object } | 'silence'

/** Stripe's own client in front of canned answers, by method and path. */
async function createWire(answers: Readonly<Record<string, Answer>>) {
  const requests: { readonly key: string; readonly headers: Headers; readonly form: URLSearchParams }[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname, searchParams } = new URL(request.url)
    const key = `${request.method} ${pathname}`
    const form = new URLSearchParams(await request.text())
    for (const [name, value] of searchParams) form.append(name, value)
    requests.push({ key, headers: request.headers, form })
    const answer = answers[key] ?? { status: 404, body: { error: { type: 'invalid_request_error', code: 'resource_missing' } } }
    if (answer === 'silence') throw new TypeError('fetch failed')
    return Response.json(answer.body, { status: answer.status ?? 200 })
  }
  const stripe = await loadStripe('sk_test', fetch)
  const provider = createStripeProvider({ stripe, webhookSecret: SECRET, origins: ['https://checkout.stripe.com'] })
  return { provider, requests, stripe }
}

function request(skuId: string) {
  const sku = findSku(skuId)
  if (sku === undefined) throw new Error(`no SKU ${skuId}`)
  return {
    payOrderId: 'order-1',
    sku,
    amountCents: 599,
    currencyCode: 'USD',
    payer: { id: 'payer-1', email: 'ada@example.org' },
    returnUrl: 'https://app.example/pay/success',
    cancelUrl: 'https://app.example/pay/cancel',
    isEmbedded: true,
    redirectOnCompletion: 'always' as const,
  }
}

const list = (data: readonly object[]) => ({ body: { object: 'list', data, has_more: false, url: '/v1/x' } })

describe('a checkout at Stripe', () => {
  const MADE = { 'POST /v1/checkout/sessions': { body: { id: 'cs_1', url: 'https://checkout.stripe.com/c/1' } } }

  it('is opened once per order, on their own page', async () => {
    const { provider, requests } = await createWire(MADE)
    expect(await provider.openCheckout(request('points_300'))).toEqual({
      ok: true,
      value: { sessionId: 'cs_1', checkoutUrl: 'https://checkout.stripe.com/c/1', isEmbedded: false },
    })
    expect(requests[0]?.headers.get('idempotency-key')).toBe('order-1')
    expect(Object.fromEntries(requests[0]?.form ?? [])).toMatchObject({
      mode: 'payment',
      client_reference_id: 'order-1',
      'line_items[0][price_data][unit_amount]': '599',
      'line_items[0][price_data][currency]': 'usd',
      'payment_intent_data[metadata][payOrderId]': 'order-1',
      success_url: 'https://app.example/pay/success',
      locale: 'en',
    })
  })

  it('asks for a plan at the price of its cycle, with the free week where there is one', async () => {
    const { provider, requests } = await createWire(MADE)
    await provider.openCheckout(request('basic_free_trial'))
    await provider.openCheckout(request('premium_yearly'))
    const [trial, yearly] = requests.map(({ form }) => Object.fromEntries(form))
    expect(trial).toMatchObject({
      mode: 'subscription',
      'line_items[0][price_data][unit_amount]': '999',
      'line_items[0][price_data][recurring][interval]': 'week',
      'subscription_data[trial_period_days]': '7',
      'subscription_data[metadata][payOrderId]': 'order-1',
    })
    expect(yearly).toMatchObject({ 'line_items[0][price_data][recurring][interval]': 'year' })
    expect(yearly).not.toHaveProperty('subscription_data[trial_period_days]')
  })

  it('tells away, refused and unknown apart', async () => {
    const failure = async (answer: Answer) => {
      const { provider } = await createWire({ 'GET /v1/checkout/sessions/cs_1': answer })
      const read = await provider.readOrder(ORDER)
      return read.ok ? 'ok' : read.error
    }
    const error = { error: { type: 'invalid_request_error', message: 'no' } }
    expect(await failure({ status: 404, body: error })).toBe('unknown')
    expect(await failure({ status: 400, body: error })).toBe('refused')
    expect(await failure({ status: 401, body: error })).toBe('refused')
    expect(await failure({ status: 429, body: error })).toBe('away')
    expect(await failure({ status: 500, body: error })).toBe('away')
    expect(await failure('silence')).toBe('away')
  })

  it('is closed, or was over already', async () => {
    const open = await createWire({ 'POST /v1/checkout/sessions/cs_1/expire': { body: { id: 'cs_1', status: 'expired' } } })
    expect(await open.provider.closeCheckout(ORDER)).toEqual({ ok: true, value: null })
    const refusal = { status: 400, body: { error: { type: 'invalid_request_error' } } }
    const over = async (status: string) =>
      createWire({ 'POST /v1/checkout/sessions/cs_1/expire': refusal, 'GET /v1/checkout/sessions/cs_1': { body: { id: 'cs_1', status } } })
    expect(await (await over('complete')).provider.closeCheckout(ORDER)).toEqual({ ok: true, value: null })
    expect(await (await over('open')).provider.closeCheckout(ORDER)).toEqual({ ok: false, error: 'refused' })
  })
})

describe('the truth at Stripe', () => {
  it('follows session and payment', async () => {
    const states = [
      ['open', 'unpaid', 'pending'],
      ['complete', 'unpaid', 'pending'],
      ['complete', 'paid', 'succeeded'],
      ['complete', 'no_payment_required', 'succeeded'],
      ['expired', 'unpaid', 'closed'],
    ]
    for (const [status, payment_status, state] of states) {
      const body = { id: 'cs_1', status, payment_status, amount_total: 599, currency: 'usd', subscription: null, payment_intent: null }
      const { provider } = await createWire({ 'GET /v1/checkout/sessions/cs_1': { body } })
      expect(await provider.readOrder(ORDER)).toMatchObject({
        ok: true,
        value: { state, amountCents: 599, currencyCode: 'USD', paymentMethod: 14 },
      })
    }
  })

  it('names method, time and refund of a pack', async () => {
    const latest_charge = {
      id: 'ch_1',
      created: START_S,
      amount_refunded: 100,
      payment_method_details: { type: 'card', card: { wallet: { type: 'apple_pay' } } },
    }
    const body = {
      id: 'cs_1',
      status: 'complete',
      payment_status: 'paid',
      amount_total: 599,
      currency: 'usd',
      payment_intent: { id: 'pi_1', latest_charge },
    }
    const { provider, requests } = await createWire({ 'GET /v1/checkout/sessions/cs_1': { body } })
    expect(await provider.readOrder(ORDER)).toMatchObject({
      ok: true,
      value: { refundedCents: 100, paymentMethod: 3, paidAtMs: START_S * 1000, subscription: null },
    })
    expect(requests[0]?.form.get('expand[0]')).toBe('payment_intent.latest_charge')
  })

  const invoice = (index: number, others: object = {}) => ({
    id: `in_${index}`,
    created: START_S + index * WEEK_S,
    status: 'paid',
    billing_reason: index === 0 ? 'subscription_create' : 'subscription_cycle',
    amount_paid: 999,
    lines: { data: [{ amount: 999, period: { start: START_S + index * WEEK_S, end: START_S + (index + 1) * WEEK_S } }] },
    status_transitions: { paid_at: START_S + index * WEEK_S + 60 },
    payments: { data: [{ payment: { type: 'payment_intent', payment_intent: `pi_${index}` } }] },
    ...others,
  })
  const readPlan = async (subscription: object, invoices: readonly object[], charges: readonly object[] = []) => {
    const body = { id: 'cs_1', status: 'complete', payment_status: 'paid', amount_total: 999, currency: 'usd', subscription: 'sub_1' }
    const price = { id: 'price_1', recurring: { interval: 'week' } }
    const period = { id: 'si_1', price, current_period_start: START_S, current_period_end: START_S + WEEK_S }
    const plan = {
      id: 'sub_1',
      customer: 'cus_1',
      trial_end: null,
      canceled_at: null,
      ended_at: null,
      items: { data: [period] },
      ...subscription,
    }
    const { provider } = await createWire({
      'GET /v1/checkout/sessions/cs_1': { body },
      'GET /v1/subscriptions/sub_1': { body: plan },
      'GET /v1/invoices': list(invoices),
      'GET /v1/charges': list(charges),
    })
    const truth = await provider.readOrder(ORDER)
    return truth.ok ? truth.value.subscription : truth.error
  }

  it('follows the status of a subscription', async () => {
    const states = { trialing: 'trial', active: 'active', past_due: 'past_due', paused: 'past_due', unpaid: 'ended', canceled: 'ended' }
    for (const [status, state] of Object.entries(states)) expect(await readPlan({ status }, [])).toMatchObject({ ref: 'sub_1', state })
    for (const status of ['incomplete', 'incomplete_expired']) expect(await readPlan({ status }, [])).toBeNull()
    expect(await readPlan({ status: 'canceled', canceled_at: START_S, ended_at: START_S + 60 }, [])).toMatchObject({
      cancelledAtMs: START_S * 1000,
      endedAtMs: (START_S + 60) * 1000,
    })
  })

  it('counts its paid cycles from 1, with their dates and what was given back', async () => {
    const invoices = [invoice(2, { status: 'open' }), invoice(1), invoice(0), invoice(3, { billing_reason: 'manual' })]
    const subscription = await readPlan({ status: 'active' }, invoices, [{ id: 'ch', payment_intent: 'pi_1', amount_refunded: 999 }])
    expect(subscription).toMatchObject({
      cycles: [
        { ref: 'in_0', cycle: 1, amountCents: 999, refundedCents: 0, startsAtMs: START_S * 1000, paidAtMs: (START_S + 60) * 1000 },
        { ref: 'in_1', cycle: 2, refundedCents: 999, endsAtMs: (START_S + 2 * WEEK_S) * 1000 },
      ],
    })
  })

  it('counts a free week as cycle 0', async () => {
    const subscription = await readPlan({ status: 'active', trial_end: START_S + WEEK_S }, [invoice(0, { amount_paid: 0 }), invoice(1)])
    expect(subscription).toMatchObject({
      cycles: [
        { cycle: 0, amountCents: 0 },
        { cycle: 1, amountCents: 999 },
      ],
    })
  })

  it('calls a subscription off for its end, or now', async () => {
    const { provider, requests } = await createWire({
      'POST /v1/subscriptions/sub_1': { body: { id: 'sub_1' } },
      'DELETE /v1/subscriptions/sub_1': { body: { id: 'sub_1' } },
      'GET /v1/subscriptions/sub_1': { body: { id: 'sub_1', metadata: { payOrderId: 'order-1' } } },
    })
    expect(await provider.cancelSubscription('sub_1', 'period_end')).toEqual({ ok: true, value: null })
    expect(requests.find(({ key }) => key === 'POST /v1/subscriptions/sub_1')?.form.get('cancel_at_period_end')).toBe('true')
    expect(await provider.cancelSubscription('sub_1', 'now')).toEqual({ ok: true, value: null })
    expect(await provider.cancelSubscription('sub_2', 'now')).toEqual({ ok: false, error: 'unknown' })
    expect(await provider.orderOfSubscription('sub_1')).toEqual({ ok: true, value: 'order-1' })
  })
})

describe('a plan after it was bought, at Stripe', () => {
  const PLAN = { 'GET /v1/subscriptions/sub_1': { body: { id: 'sub_1', customer: 'cus_1' } } }
  const CARD_ERROR = { error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' } }
  const OPEN = { 'GET /v1/invoices': list([{ id: 'in_2', status: 'open' }]) }

  it('can do all of it', async () => {
    expect([...(await createWire({})).provider.can].toSorted()).toEqual(['changePlan', 'payNow', 'refund', 'resume', 'updateCard'])
  })

  it('renews again when its cancellation is taken back, and not when it has ended', async () => {
    const { provider, requests } = await createWire({ 'POST /v1/subscriptions/sub_1': { body: { id: 'sub_1' } } })
    expect(await provider.resumeSubscription('sub_1')).toEqual({ ok: true, value: null })
    expect(requests[0]?.form.get('cancel_at_period_end')).toBe('false')
    const error = { error: { type: 'invalid_request_error', message: 'A canceled subscription can only update its cancellation_details.' } }
    const ended = await createWire({ 'POST /v1/subscriptions/sub_1': { status: 400, body: error } })
    expect(await ended.provider.resumeSubscription('sub_1')).toEqual({ ok: false, error: 'refused' })
    expect(await (await createWire({})).provider.resumeSubscription('sub_1')).toEqual({ ok: false, error: 'unknown' })
    const silent = await createWire({ 'POST /v1/subscriptions/sub_1': 'silence' })
    expect(await silent.provider.resumeSubscription('sub_1')).toEqual({ ok: false, error: 'away' })
  })

  it('gets another card in the billing portal, at that step alone, which leads back', async () => {
    const session = { id: 'bps_1', url: 'https://billing.stripe.com/p/session/1' }
    const { provider, requests } = await createWire({ ...PLAN, 'POST /v1/billing_portal/sessions': { body: session } })
    const back = 'https://app.example/ai/setting'
    expect(await provider.openCardPage('sub_1', back)).toEqual({ ok: true, value: session.url })
    expect(Object.fromEntries(requests.at(-1)?.form ?? [])).toEqual({
      customer: 'cus_1',
      return_url: back,
      'flow_data[type]': 'payment_method_update',
      'flow_data[after_completion][type]': 'redirect',
      'flow_data[after_completion][redirect][return_url]': back,
    })
    expect(await (await createWire({})).provider.openCardPage('sub_1', back)).toEqual({ ok: false, error: 'unknown' })
  })

  it('pays its open invoice, once per attempt', async () => {
    const { provider, requests } = await createWire({ ...OPEN, 'POST /v1/invoices/in_2/pay': { body: { id: 'in_2', status: 'paid' } } })
    expect(await provider.payNow('sub_1', 'order-1 k1')).toEqual({ ok: true, value: null })
    const [asked, paid] = requests
    expect(Object.fromEntries(asked?.form ?? [])).toEqual({ subscription: 'sub_1', status: 'open', limit: '1' })
    expect(paid?.headers.get('idempotency-key')).toBe('in_2 order-1 k1')
  })

  it('charges nothing where no invoice is open, and tells a refused card from no answer', async () => {
    const none = await createWire({ 'GET /v1/invoices': list([]) })
    expect(await none.provider.payNow('sub_1', 'k1')).toEqual({ ok: true, value: null })
    expect(none.requests.map(({ key }) => key)).toEqual(['GET /v1/invoices'])
    const refused = await createWire({ ...OPEN, 'POST /v1/invoices/in_2/pay': { status: 402, body: CARD_ERROR } })
    expect(await refused.provider.payNow('sub_1', 'k1')).toEqual({ ok: false, error: 'refused' })
    const silent = await createWire({ ...OPEN, 'POST /v1/invoices/in_2/pay': 'silence' })
    expect(await silent.provider.payNow('sub_1', 'k1')).toEqual({ ok: false, error: 'away' })
  })
})

describe('a refund at Stripe', () => {
  const ORDERED = { id: 'r1', paymentRef: 'cs_1', payOrderId: 'order-1', amountCents: 184, currencyCode: 'USD' }
  const SESSION = { 'GET /v1/checkout/sessions/cs_1': { body: { id: 'cs_1', payment_intent: 'pi_1' } } }
  const refund = (status: string, others: object = {}) => ({ id: 're_1', object: 'refund', amount: 184, status, ...others })
  const NONE = { 'GET /v1/refunds': list([]) }
  const give = async (answers: Readonly<Record<string, Answer>>, changes: object = {}) => {
    const wire = await createWire(answers)
    return { ...wire, given: await wire.provider.refund({ ...ORDERED, ...changes }) }
  }

  it('is made of the payment of a pack, once per request', async () => {
    const { given, requests } = await give({ ...SESSION, ...NONE, 'POST /v1/refunds': { body: refund('succeeded') } })
    expect(given).toEqual({ ok: true, value: { ref: 're_1', outcome: 'succeeded' } })
    const [, asked, made] = requests
    expect(Object.fromEntries(asked?.form ?? [])).toEqual({ payment_intent: 'pi_1', limit: '100' })
    expect(made?.headers.get('idempotency-key')).toBe('refund r1')
    expect(Object.fromEntries(made?.form ?? [])).toEqual({
      payment_intent: 'pi_1',
      amount: '184',
      reason: 'requested_by_customer',
      'metadata[payOrderId]': 'order-1',
      'metadata[refundId]': 'r1',
    })
  })

  it('is made of the payment of a cycle', async () => {
    const invoice = { id: 'in_1', payments: { data: [{ payment: { type: 'payment_intent', payment_intent: 'pi_7' } }] } }
    const answers = { 'GET /v1/invoices/in_1': { body: invoice }, ...NONE, 'POST /v1/refunds': { body: refund('pending') } }
    const { given, requests } = await give(answers, { paymentRef: 'in_1' })
    expect(given).toEqual({ ok: true, value: { ref: 're_1', outcome: 'pending' } })
    expect(requests[0]?.form.get('expand[0]')).toBe('payments')
    expect(requests.at(-1)?.form.get('payment_intent')).toBe('pi_7')
  })

  it('that was made while its answer got lost is found, also when the key is forgotten', async () => {
    const others = [refund('succeeded', { id: 're_0', metadata: { refundId: 'r0' } }), refund('pending', { metadata: { refundId: 'r1' } })]
    const { given, requests } = await give({ ...SESSION, 'GET /v1/refunds': list(others) })
    expect(given).toEqual({ ok: true, value: { ref: 're_1', outcome: 'pending' } })
    expect(requests.map(({ key }) => key)).not.toContain('POST /v1/refunds')
  })

  it('tells refused, unknown and away apart', async () => {
    const error = { error: { type: 'invalid_request_error', code: 'charge_already_refunded' } }
    const refused = await give({ ...SESSION, ...NONE, 'POST /v1/refunds': { status: 400, body: error } })
    expect(refused.given).toEqual({ ok: false, error: 'refused' })
    expect((await give({ ...SESSION, ...NONE, 'POST /v1/refunds': 'silence' })).given).toEqual({ ok: false, error: 'away' })
    expect((await give({ ...SESSION, 'GET /v1/refunds': 'silence' })).given).toEqual({ ok: false, error: 'away' })
    expect((await give({})).given).toEqual({ ok: false, error: 'unknown' })
    const free = { 'GET /v1/checkout/sessions/cs_1': { body: { id: 'cs_1', payment_intent: null } } }
    expect((await give(free)).given).toEqual({ ok: false, error: 'unknown' })
  })

  it('is decided as its status says', async () => {
    const outcomes = { succeeded: 'succeeded', pending: 'pending', requires_action: 'pending', failed: 'failed', canceled: 'failed' }
    for (const [status, outcome] of Object.entries(outcomes)) {
      const { provider } = await createWire({ 'GET /v1/refunds/re_1': { body: refund(status) } })
      expect(await provider.readRefund('re_1')).toEqual({ ok: true, value: outcome })
    }
    expect(await (await createWire({})).provider.readRefund('re_1')).toEqual({ ok: false, error: 'unknown' })
  })

  it('counts as money given back once it has succeeded', async () => {
    const read = async (refunds: readonly object[], has_more = false) => {
      const latest_charge = { id: 'ch_1', created: START_S, amount_refunded: 300, refunds: { data: refunds, has_more } }
      const body = { ...SESSION['GET /v1/checkout/sessions/cs_1'].body, status: 'complete', payment_status: 'paid' }
      const paid = { ...body, amount_total: 599, currency: 'usd', payment_intent: { id: 'pi_1', latest_charge } }
      const { provider, requests } = await createWire({ 'GET /v1/checkout/sessions/cs_1': { body: paid } })
      const truth = await provider.readOrder(ORDER)
      expect(requests[0]?.form.get('expand[1]')).toBe('payment_intent.latest_charge.refunds')
      return truth.ok ? truth.value.refundedCents : truth.error
    }
    const given = { amount: 116, status: 'succeeded' }
    expect(await read([given, refund('pending'), refund('failed')])).toBe(116)
    expect(await read([given, refund('succeeded')])).toBe(300)
    expect(await read([given], true)).toBe(300)
  })
})

describe('a change of the plan at Stripe', () => {
  const sku = findSku('premium_yearly') ?? request('premium_yearly').sku
  const change = {
    sku,
    currencyCode: 'USD',
    atMs: (START_S + 3600) * 1000,
    id: 'quote-1',
    dueCents: 4500,
    expiresAtMs: (START_S + 7200) * 1000,
  }
  const item = {
    id: 'si_1',
    price: { id: 'price_w', recurring: { interval: 'week' } },
    current_period_start: START_S,
    current_period_end: START_S + WEEK_S,
  }
  const SUBSCRIPTION = { id: 'sub_1', customer: 'cus_1', schedule: null, items: { data: [item] } }
  const KNOWN = { 'GET /v1/subscriptions/sub_1': { body: SUBSCRIPTION }, 'GET /v1/prices': list([{ id: 'price_y' }]) }
  const LINES = {
    data: [
      { amount: -499, period: { start: START_S, end: START_S } },
      { amount: 4999, period: { start: START_S, end: START_S } },
    ],
  }
  const UPDATE = 'POST /v1/subscriptions/sub_1'
  const formOf = (requests: Awaited<ReturnType<typeof createWire>>['requests'], wanted: string) =>
    requests.find(({ key }) => key === wanted)

  it('is previewed with the very terms that it is made with, and told as credit and amount due', async () => {
    const { provider, requests } = await createWire({
      ...KNOWN,
      'POST /v1/invoices/create_preview': { body: { amount_due: 4500, lines: LINES } },
    })
    expect(await provider.previewChange('sub_1', change)).toEqual({ ok: true, value: { creditCents: 499, dueCents: 4500 } })
    expect(Object.fromEntries(formOf(requests, 'POST /v1/invoices/create_preview')?.form ?? [])).toEqual({
      subscription: 'sub_1',
      'subscription_details[items][0][id]': 'si_1',
      'subscription_details[items][0][price]': 'price_y',
      'subscription_details[proration_behavior]': 'always_invoice',
      'subscription_details[billing_cycle_anchor][type]': 'now',
      'subscription_details[proration_date]': String(START_S + 3600),
    })
    const away = await createWire({ ...KNOWN, 'POST /v1/invoices/create_preview': 'silence' })
    expect(await away.provider.previewChange('sub_1', change)).toEqual({ ok: false, error: 'away' })
  })

  it('is made once per quote, and not at all where the card is refused', async () => {
    const { provider, requests } = await createWire({ ...KNOWN, [UPDATE]: { body: SUBSCRIPTION } })
    expect(await provider.changeNow('sub_1', change)).toEqual({ ok: true, value: null })
    const made = formOf(requests, UPDATE)
    expect(made?.headers.get('idempotency-key')).toBe('change quote-1')
    expect(Object.fromEntries(made?.form ?? [])).toEqual({
      'items[0][id]': 'si_1',
      'items[0][price]': 'price_y',
      proration_behavior: 'always_invoice',
      'billing_cycle_anchor[type]': 'now',
      payment_behavior: 'error_if_incomplete',
      proration_date: String(START_S + 3600),
    })
    const declined = { status: 402, body: { error: { type: 'card_error', code: 'card_declined' } } }
    expect(await (await createWire({ ...KNOWN, [UPDATE]: declined })).provider.changeNow('sub_1', change)).toEqual({
      ok: false,
      error: 'refused',
    })
    expect(await (await createWire({ ...KNOWN, [UPDATE]: 'silence' })).provider.changeNow('sub_1', change)).toEqual({
      ok: false,
      error: 'away',
    })
    expect(await (await createWire({})).provider.changeNow('sub_1', change)).toEqual({ ok: false, error: 'unknown' })
  })

  it('makes the price of a plan once, by a name of its own', async () => {
    const { provider, requests } = await createWire({
      ...KNOWN,
      'GET /v1/prices': list([]),
      'POST /v1/prices': { body: { id: 'price_new' } },
      [UPDATE]: { body: SUBSCRIPTION },
    })
    await provider.changeNow('sub_1', change)
    const price = formOf(requests, 'POST /v1/prices')
    expect(price?.headers.get('idempotency-key')).toBe('price premium_yearly 4999 usd')
    expect(Object.fromEntries(price?.form ?? [])).toEqual({
      currency: 'usd',
      unit_amount: '4999',
      'recurring[interval]': 'year',
      'product_data[name]': 'Premium yearly',
      lookup_key: 'premium_yearly 4999 usd',
    })
    expect(formOf(requests, UPDATE)?.form.get('items[0][price]')).toBe('price_new')
  })

  it('for the end of the period is a schedule, made or taken up again', async () => {
    const weekly = { ...change, sku: request('premium_weekly').sku }
    const PHASES = 'POST /v1/subscription_schedules/sched_1'
    const { provider, requests } = await createWire({
      ...KNOWN,
      'POST /v1/subscription_schedules': { body: { id: 'sched_1' } },
      [PHASES]: { body: { id: 'sched_1' } },
    })
    expect(await provider.changeAtEnd('sub_1', weekly)).toEqual({ ok: true, value: null })
    expect(Object.fromEntries(formOf(requests, 'POST /v1/subscription_schedules')?.form ?? [])).toEqual({ from_subscription: 'sub_1' })
    expect(Object.fromEntries(formOf(requests, PHASES)?.form ?? [])).toEqual({
      'phases[0][items][0][price]': 'price_w',
      'phases[0][items][0][quantity]': '1',
      'phases[0][start_date]': String(START_S),
      'phases[0][end_date]': String(START_S + WEEK_S),
      'phases[1][items][0][price]': 'price_y',
      'phases[1][items][0][quantity]': '1',
      'phases[1][start_date]': String(START_S + WEEK_S),
      'phases[1][duration][interval]': 'week',
      'phases[1][duration][interval_count]': '1',
      end_behavior: 'release',
      proration_behavior: 'none',
      'metadata[next]': 'week',
    })
    const held = await createWire({
      ...KNOWN,
      'GET /v1/subscriptions/sub_1': { body: { ...SUBSCRIPTION, schedule: 'sched_1' } },
      [PHASES]: { body: { id: 'sched_1' } },
    })
    expect(await held.provider.changeAtEnd('sub_1', weekly)).toEqual({ ok: true, value: null })
    expect(held.requests.map(({ key }) => key)).not.toContain('POST /v1/subscription_schedules')
  })

  it('is taken back by releasing the schedule, which a cancellation does first', async () => {
    const release = 'POST /v1/subscription_schedules/sched_1/release'
    const scheduled = {
      'GET /v1/subscriptions/sub_1': { body: { ...SUBSCRIPTION, schedule: { id: 'sched_1' } } },
      [release]: { body: { id: 'sched_1' } },
    }
    const { provider, requests } = await createWire({ ...scheduled, [UPDATE]: { body: SUBSCRIPTION } })
    expect(await provider.keepPlan('sub_1')).toEqual({ ok: true, value: null })
    expect(requests.at(-1)?.key).toBe(release)
    await provider.cancelSubscription('sub_1', 'period_end')
    expect(requests.slice(-2).map(({ key }) => key)).toEqual([release, UPDATE])
    const none = await createWire(KNOWN)
    expect(await none.provider.keepPlan('sub_1')).toEqual({ ok: true, value: null })
    const silent = await createWire({ ...scheduled, [release]: 'silence', [UPDATE]: { body: SUBSCRIPTION } })
    expect(await silent.provider.cancelSubscription('sub_1', 'period_end')).toEqual({ ok: false, error: 'away' })
    expect(silent.requests.map(({ key }) => key)).not.toContain(UPDATE)
  })

  it('is in the truth: the plan, what follows, and the credit beside what was paid', async () => {
    const YEAR_S = 365 * 24 * 60 * 60
    const period = (start: number, length: number) => ({ start, end: start + length })
    const lines = (...data: readonly object[]) => ({ data })
    const paid = (id: string, created: number, reason: string, amount_paid: number, of: object) => ({
      id,
      created,
      status: 'paid',
      billing_reason: reason,
      amount_paid,
      lines: of,
      status_transitions: { paid_at: created },
      payments: { data: [] },
    })
    const invoices = [
      paid(
        'in_2',
        START_S + 3600,
        'subscription_update',
        4500,
        lines({ amount: -499, period: period(START_S + 3600, 60) }, { amount: 4999, period: period(START_S + 3600, YEAR_S) }),
      ),
      paid('in_1', START_S, 'subscription_create', 999, lines({ amount: 999, period: period(START_S, WEEK_S) })),
    ]
    const yearly = { ...item, price: { id: 'price_y', recurring: { interval: 'year' } }, current_period_end: START_S + YEAR_S }
    const schedule = (start_date: number) => ({
      id: 's',
      status: 'active',
      metadata: { next: 'week' },
      phases: [{ start_date: START_S }, { start_date }],
    })
    const truth = async (held: object | null) => {
      const { provider, requests } = await createWire({
        'GET /v1/checkout/sessions/cs_1': {
          body: { id: 'cs_1', status: 'complete', payment_status: 'paid', amount_total: 999, currency: 'usd', subscription: 'sub_1' },
        },
        'GET /v1/subscriptions/sub_1': {
          body: {
            ...SUBSCRIPTION,
            status: 'active',
            trial_end: null,
            canceled_at: null,
            ended_at: null,
            items: { data: [yearly] },
            schedule: held,
          },
        },
        'GET /v1/invoices': list(invoices),
        'GET /v1/charges': list([]),
      })
      const read = await provider.readOrder(ORDER)
      expect(requests.find(({ key }) => key === 'GET /v1/subscriptions/sub_1')?.form.get('expand[0]')).toBe('schedule')
      return read.ok ? read.value.subscription : null
    }
    expect(await truth(schedule(START_S + YEAR_S))).toMatchObject({
      plan: 'yearly',
      nextPlan: 'weekly',
      cycles: [
        { ref: 'in_1', cycle: 1, plan: 'weekly', amountCents: 999, creditCents: 0 },
        { ref: 'in_2', cycle: 2, plan: 'yearly', amountCents: 4500, creditCents: 499, startsAtMs: (START_S + 3600) * 1000 },
      ],
    })
    expect(await truth(schedule(START_S))).toMatchObject({ nextPlan: null })
    expect(await truth({ ...schedule(START_S + YEAR_S), status: 'released' })).toMatchObject({ nextPlan: null })
    expect(await truth(null)).toMatchObject({ nextPlan: null })
  })
})

describe('news of Stripe', async () => {
  const { provider, stripe } = await createWire({})
  const nowMs = START_S * 1000
  const read = (object: object, { atMs = nowMs, secret = SECRET, alter = (text: string) => text } = {}) => {
    const payload = JSON.stringify({ id: 'evt_1', object: 'event', type: 'checkout.session.completed', data: { object } })
    const header = stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: Math.floor(atMs / 1000) })
    return provider.readNews(new TextEncoder().encode(alter(payload)), new Headers({ 'stripe-signature': header }), nowMs)
  }
  const SESSION = { id: 'cs_1', object: 'checkout.session', client_reference_id: 'order-1', subscription: 'sub_1' }

  it('are believed with their signature, within the window', () => {
    const news = { eventId: 'evt_1', type: 'checkout.session.completed', payOrderId: 'order-1', subscriptionRef: 'sub_1' }
    for (const atMs of [nowMs, nowMs - SIGNED_WINDOW_MS, nowMs + SIGNED_WINDOW_MS])
      expect(read(SESSION, { atMs })).toEqual({ ok: true, value: news })
  })

  it('are refused when forged, altered, too old or too young', () => {
    expect(read(SESSION, { secret: 'whsec_other' })).toEqual({ ok: false, error: 'forged' })
    expect(read(SESSION, { alter: (text) => text.replace('order-1', 'order-2') })).toEqual({ ok: false, error: 'forged' })
    expect(provider.readNews(new TextEncoder().encode('{}'), new Headers(), nowMs)).toEqual({ ok: false, error: 'forged' })
    for (const atMs of [nowMs - SIGNED_WINDOW_MS - 1000, nowMs + SIGNED_WINDOW_MS + 1000])
      expect(read(SESSION, { atMs })).toEqual({ ok: false, error: 'old' })
  })

  it('name their order and their subscription, whatever they are about', () => {
    const metadata = { payOrderId: 'order-1' }
    expect(read({ id: 'sub_1', object: 'subscription', metadata })).toMatchObject({
      value: { payOrderId: 'order-1', subscriptionRef: 'sub_1' },
    })
    const parent = { subscription_details: { subscription: 'sub_1', metadata } }
    expect(read({ id: 'in_1', object: 'invoice', metadata: {}, parent })).toMatchObject({
      value: { payOrderId: 'order-1', subscriptionRef: 'sub_1' },
    })
    const refund = { id: 're_1', object: 'refund', charge: 'ch_1', metadata: { ...metadata, refundId: 'r1' } }
    expect(read(refund)).toMatchObject({ value: { payOrderId: 'order-1', subscriptionRef: null } })
    expect(read({ id: 'ch_1', object: 'charge', metadata })).toMatchObject({ value: { payOrderId: 'order-1', subscriptionRef: null } })
  })
})
