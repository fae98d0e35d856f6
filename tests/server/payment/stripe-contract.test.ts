import { describe, expect, it } from 'vitest'
import { SIGNED_WINDOW_MS } from '#server/billing/providers/subotiz/wire.ts'
import { type Answer, ORDER, WEBHOOK_SECRET, START_S, WEEK_S, createCannedStripe, stripeList, checkoutRequest } from './stripe-wire.ts'

describe('a checkout at Stripe', () => {
  const CREATED_SESSION = { 'POST /v1/checkout/sessions': { body: { id: 'cs_1', url: 'https://checkout.stripe.com/c/1' } } }

  it('is opened once per order, on Stripe’s page', async () => {
    const { provider, requests } = await createCannedStripe(CREATED_SESSION)
    expect(await provider.openCheckout(checkoutRequest('points_300'))).toEqual({
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

  it('has a plan at the price of its cycle, with the free week where there is one', async () => {
    const { provider, requests } = await createCannedStripe(CREATED_SESSION)
    await provider.openCheckout(checkoutRequest('basic_free_trial'))
    await provider.openCheckout(checkoutRequest('premium_yearly'))
    const [trialForm, yearlyForm] = requests.map(({ form }) => Object.fromEntries(form))
    expect(trialForm).toMatchObject({
      mode: 'subscription',
      'line_items[0][price_data][unit_amount]': '999',
      'line_items[0][price_data][recurring][interval]': 'week',
      'subscription_data[trial_period_days]': '7',
      'subscription_data[metadata][payOrderId]': 'order-1',
    })
    expect(yearlyForm).toMatchObject({ 'line_items[0][price_data][recurring][interval]': 'year' })
    expect(yearlyForm).not.toHaveProperty('subscription_data[trial_period_days]')
  })

  it('is in the currency of its order, in Stripe’s minor units', async () => {
    const { provider, requests } = await createCannedStripe(CREATED_SESSION)
    await provider.openCheckout(checkoutRequest('premium_weekly', 'EUR'))
    await provider.openCheckout({ ...checkoutRequest('points_100', 'JPY'), amountCents: 750 })
    expect(requests.map(({ form }) => Object.fromEntries(form))).toMatchObject([
      { 'line_items[0][price_data][unit_amount]': '1099', 'line_items[0][price_data][currency]': 'eur' },
      { 'line_items[0][price_data][unit_amount]': '750', 'line_items[0][price_data][currency]': 'jpy' },
    ])
  })

  it('discounts the first charge alone by a promotion code, by one coupon for the order', async () => {
    const discount = { code: 'SPRING', cents: 200 }
    const { provider, requests } = await createCannedStripe({ ...CREATED_SESSION, 'POST /v1/coupons': { body: { id: 'order-order-1' } } })
    await provider.openCheckout({ ...checkoutRequest('premium_weekly'), amountCents: 799, discount })
    const [couponSearch, couponRequest, sessionRequest] = requests
    expect(couponSearch?.key).toBe('GET /v1/coupons/order-order-1')
    expect(couponRequest?.headers.get('idempotency-key')).toBe('coupon order-1')
    expect(Object.fromEntries(couponRequest?.form ?? [])).toEqual({
      id: 'order-order-1',
      name: 'SPRING',
      amount_off: '200',
      currency: 'usd',
      duration: 'once',
      max_redemptions: '1',
    })
    const planFields = { 'discounts[0][coupon]': 'order-order-1', 'line_items[0][price_data][unit_amount]': '999' }
    expect(Object.fromEntries(sessionRequest?.form ?? [])).toMatchObject(planFields)
    const stripeWithCoupon = await createCannedStripe({
      ...CREATED_SESSION,
      'GET /v1/coupons/order-order-1': { body: { id: 'order-order-1' } },
    })
    await stripeWithCoupon.provider.openCheckout({ ...checkoutRequest('points_300'), amountCents: 999, discount })
    expect(stripeWithCoupon.requests.map(({ key }) => key)).toEqual(['GET /v1/coupons/order-order-1', 'POST /v1/checkout/sessions'])
    expect(stripeWithCoupon.requests[1]?.form.get('line_items[0][price_data][unit_amount]')).toBe('1199')
    const silentStripe = await createCannedStripe({ ...CREATED_SESSION, 'GET /v1/coupons/order-order-1': 'silence' })
    expect(await silentStripe.provider.openCheckout({ ...checkoutRequest('points_300'), discount })).toEqual({ ok: false, error: 'away' })
  })

  it('separates away, refused and unknown', async () => {
    const failureOf = async (answer: Answer) => {
      const { provider } = await createCannedStripe({ 'GET /v1/checkout/sessions/cs_1': answer })
      const orderAnswer = await provider.readOrder(ORDER)
      return orderAnswer.ok ? 'ok' : orderAnswer.error
    }
    const error = { error: { type: 'invalid_request_error', message: 'no' } }
    expect(await failureOf({ status: 404, body: error })).toBe('unknown')
    expect(await failureOf({ status: 400, body: error })).toBe('refused')
    expect(await failureOf({ status: 401, body: error })).toBe('refused')
    expect(await failureOf({ status: 429, body: error })).toBe('away')
    expect(await failureOf({ status: 500, body: error })).toBe('away')
    expect(await failureOf('silence')).toBe('away')
  })

  it('is closed, or was over already', async () => {
    const openStripe = await createCannedStripe({ 'POST /v1/checkout/sessions/cs_1/expire': { body: { id: 'cs_1', status: 'expired' } } })
    expect(await openStripe.provider.closeCheckout(ORDER)).toEqual({ ok: true, value: null })
    const refusal = { status: 400, body: { error: { type: 'invalid_request_error' } } }
    const refusingStripe = async (status: string) =>
      createCannedStripe({
        'POST /v1/checkout/sessions/cs_1/expire': refusal,
        'GET /v1/checkout/sessions/cs_1': { body: { id: 'cs_1', status } },
      })
    expect(await (await refusingStripe('complete')).provider.closeCheckout(ORDER)).toEqual({ ok: true, value: null })
    expect(await (await refusingStripe('open')).provider.closeCheckout(ORDER)).toEqual({ ok: false, error: 'refused' })
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
      const { provider } = await createCannedStripe({ 'GET /v1/checkout/sessions/cs_1': { body } })
      expect(await provider.readOrder(ORDER)).toMatchObject({
        ok: true,
        value: { state, amountCents: 599, currencyCode: 'USD', paymentMethod: 14 },
      })
    }
  })

  it('has method, time and refund of a pack', async () => {
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
    const { provider, requests } = await createCannedStripe({ 'GET /v1/checkout/sessions/cs_1': { body } })
    expect(await provider.readOrder(ORDER)).toMatchObject({
      ok: true,
      value: { refundedCents: 100, paymentMethod: 3, paidAtMs: START_S * 1000, subscription: null },
    })
    expect(requests[0]?.form.get('expand[0]')).toBe('payment_intent.latest_charge')
  })

  const invoice = (index: number, changes: object = {}) => ({
    id: `in_${index}`,
    created: START_S + index * WEEK_S,
    status: 'paid',
    billing_reason: index === 0 ? 'subscription_create' : 'subscription_cycle',
    amount_paid: 999,
    lines: { data: [{ amount: 999, period: { start: START_S + index * WEEK_S, end: START_S + (index + 1) * WEEK_S } }] },
    status_transitions: { paid_at: START_S + index * WEEK_S + 60 },
    payments: { data: [{ payment: { type: 'payment_intent', payment_intent: `pi_${index}` } }] },
    ...changes,
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
    const { provider } = await createCannedStripe({
      'GET /v1/checkout/sessions/cs_1': { body },
      'GET /v1/subscriptions/sub_1': { body: plan },
      'GET /v1/invoices': stripeList(invoices),
      'GET /v1/charges': stripeList(charges),
    })
    const orderAnswer = await provider.readOrder(ORDER)
    return orderAnswer.ok ? orderAnswer.value.subscription : orderAnswer.error
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

  it('counts its paid cycles from 1, with their dates and refunds', async () => {
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

  it('cancels a subscription for its end, or now', async () => {
    const { provider, requests } = await createCannedStripe({
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
  const OPEN_INVOICE = { 'GET /v1/invoices': stripeList([{ id: 'in_2', status: 'open' }]) }

  it('supports all actions', async () => {
    expect([...(await createCannedStripe({})).provider.can].toSorted()).toEqual([
      'changePlan',
      'payNow',
      'promotions',
      'refund',
      'resume',
      'updateCard',
    ])
  })

  it('renews again when it is resumed, and not when it has ended', async () => {
    const { provider, requests } = await createCannedStripe({ 'POST /v1/subscriptions/sub_1': { body: { id: 'sub_1' } } })
    expect(await provider.resumeSubscription('sub_1')).toEqual({ ok: true, value: null })
    expect(requests[0]?.form.get('cancel_at_period_end')).toBe('false')
    const error = { error: { type: 'invalid_request_error', message: 'A canceled subscription can only update its cancellation_details.' } }
    const endedStripe = await createCannedStripe({ 'POST /v1/subscriptions/sub_1': { status: 400, body: error } })
    expect(await endedStripe.provider.resumeSubscription('sub_1')).toEqual({ ok: false, error: 'refused' })
    expect(await (await createCannedStripe({})).provider.resumeSubscription('sub_1')).toEqual({ ok: false, error: 'unknown' })
    const silentStripe = await createCannedStripe({ 'POST /v1/subscriptions/sub_1': 'silence' })
    expect(await silentStripe.provider.resumeSubscription('sub_1')).toEqual({ ok: false, error: 'away' })
  })

  it('gets another card in the billing portal, at that step alone, with a link back', async () => {
    const session = { id: 'bps_1', url: 'https://billing.stripe.com/p/session/1' }
    const { provider, requests } = await createCannedStripe({ ...PLAN, 'POST /v1/billing_portal/sessions': { body: session } })
    const returnUrl = 'https://app.example/ai/setting'
    expect(await provider.openCardPage('sub_1', returnUrl)).toEqual({ ok: true, value: session.url })
    expect(Object.fromEntries(requests.at(-1)?.form ?? [])).toEqual({
      customer: 'cus_1',
      return_url: returnUrl,
      'flow_data[type]': 'payment_method_update',
      'flow_data[after_completion][type]': 'redirect',
      'flow_data[after_completion][redirect][return_url]': returnUrl,
    })
    expect(await (await createCannedStripe({})).provider.openCardPage('sub_1', returnUrl)).toEqual({ ok: false, error: 'unknown' })
  })

  it('pays its open invoice, once per attempt', async () => {
    const { provider, requests } = await createCannedStripe({
      ...OPEN_INVOICE,
      'POST /v1/invoices/in_2/pay': { body: { id: 'in_2', status: 'paid' } },
    })
    expect(await provider.payNow('sub_1', 'order-1 k1')).toEqual({ ok: true, value: null })
    const [searchRequest, payRequest] = requests
    expect(Object.fromEntries(searchRequest?.form ?? [])).toEqual({ subscription: 'sub_1', status: 'open', limit: '1' })
    expect(payRequest?.headers.get('idempotency-key')).toBe('in_2 order-1 k1')
  })

  it('charges nothing where no invoice is open, and separates a declined card from a missing answer', async () => {
    const stripeWithoutInvoice = await createCannedStripe({ 'GET /v1/invoices': stripeList([]) })
    expect(await stripeWithoutInvoice.provider.payNow('sub_1', 'k1')).toEqual({ ok: true, value: null })
    expect(stripeWithoutInvoice.requests.map(({ key }) => key)).toEqual(['GET /v1/invoices'])
    const decliningStripe = await createCannedStripe({ ...OPEN_INVOICE, 'POST /v1/invoices/in_2/pay': { status: 402, body: CARD_ERROR } })
    expect(await decliningStripe.provider.payNow('sub_1', 'k1')).toEqual({ ok: false, error: 'refused' })
    const silentStripe = await createCannedStripe({ ...OPEN_INVOICE, 'POST /v1/invoices/in_2/pay': 'silence' })
    expect(await silentStripe.provider.payNow('sub_1', 'k1')).toEqual({ ok: false, error: 'away' })
  })
})

describe('events of Stripe', async () => {
  const { provider, stripe } = await createCannedStripe({})
  const nowMs = START_S * 1000
  const readEvent = (object: object, { atMs = nowMs, secret = WEBHOOK_SECRET, alter = (text: string) => text } = {}) => {
    const payload = JSON.stringify({ id: 'evt_1', object: 'event', type: 'checkout.session.completed', data: { object } })
    const header = stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: Math.floor(atMs / 1000) })
    return provider.readEvent(new TextEncoder().encode(alter(payload)), new Headers({ 'stripe-signature': header }), nowMs)
  }
  const SESSION = { id: 'cs_1', object: 'checkout.session', client_reference_id: 'order-1', subscription: 'sub_1' }

  it('are accepted with their signature, within the window', () => {
    const event = { eventId: 'evt_1', type: 'checkout.session.completed', payOrderId: 'order-1', subscriptionRef: 'sub_1' }
    for (const atMs of [nowMs, nowMs - SIGNED_WINDOW_MS, nowMs + SIGNED_WINDOW_MS])
      expect(readEvent(SESSION, { atMs })).toEqual({ ok: true, value: event })
  })

  it('are refused when forged, altered, too old or too young', () => {
    expect(readEvent(SESSION, { secret: 'whsec_other' })).toEqual({ ok: false, error: 'forged' })
    expect(readEvent(SESSION, { alter: (text) => text.replace('order-1', 'order-2') })).toEqual({ ok: false, error: 'forged' })
    expect(provider.readEvent(new TextEncoder().encode('{}'), new Headers(), nowMs)).toEqual({ ok: false, error: 'forged' })
    for (const atMs of [nowMs - SIGNED_WINDOW_MS - 1000, nowMs + SIGNED_WINDOW_MS + 1000])
      expect(readEvent(SESSION, { atMs })).toEqual({ ok: false, error: 'old' })
  })

  it('have their order and their subscription, for every type of event', () => {
    const metadata = { payOrderId: 'order-1' }
    expect(readEvent({ id: 'sub_1', object: 'subscription', metadata })).toMatchObject({
      value: { payOrderId: 'order-1', subscriptionRef: 'sub_1' },
    })
    const parent = { subscription_details: { subscription: 'sub_1', metadata } }
    expect(readEvent({ id: 'in_1', object: 'invoice', metadata: {}, parent })).toMatchObject({
      value: { payOrderId: 'order-1', subscriptionRef: 'sub_1' },
    })
    const refund = { id: 're_1', object: 'refund', charge: 'ch_1', metadata: { ...metadata, refundId: 'r1' } }
    expect(readEvent(refund)).toMatchObject({ value: { payOrderId: 'order-1', subscriptionRef: null } })
    expect(readEvent({ id: 'ch_1', object: 'charge', metadata })).toMatchObject({ value: { payOrderId: 'order-1', subscriptionRef: null } })
  })
})
