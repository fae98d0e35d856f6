import { describe, expect, it } from 'vitest'
import { findSku } from '#server/billing/catalogue/skus.ts'
import { type Answer, ORDER, START_S, WEEK_S, createCannedStripe, stripeList, checkoutRequest } from './stripe-wire.ts'

describe('a refund at Stripe', () => {
  const REFUND_INPUT = { id: 'r1', paymentRef: 'cs_1', payOrderId: 'order-1', amountCents: 184, currencyCode: 'USD' }
  const SESSION = { 'GET /v1/checkout/sessions/cs_1': { body: { id: 'cs_1', payment_intent: 'pi_1' } } }
  const refund = (status: string, changes: object = {}) => ({ id: 're_1', object: 'refund', amount: 184, status, ...changes })
  const NO_REFUNDS = { 'GET /v1/refunds': stripeList([]) }
  const runRefund = async (answers: Readonly<Record<string, Answer>>, changes: object = {}) => {
    const cannedStripe = await createCannedStripe(answers)
    return { ...cannedStripe, answer: await cannedStripe.provider.refund({ ...REFUND_INPUT, ...changes }) }
  }

  it('is made for the payment of a pack, once per request', async () => {
    const { answer, requests } = await runRefund({ ...SESSION, ...NO_REFUNDS, 'POST /v1/refunds': { body: refund('succeeded') } })
    expect(answer).toEqual({ ok: true, value: { ref: 're_1', outcome: 'succeeded' } })
    const [, searchRequest, refundRequest] = requests
    expect(Object.fromEntries(searchRequest?.form ?? [])).toEqual({ payment_intent: 'pi_1', limit: '100' })
    expect(refundRequest?.headers.get('idempotency-key')).toBe('refund r1')
    expect(Object.fromEntries(refundRequest?.form ?? [])).toEqual({
      payment_intent: 'pi_1',
      amount: '184',
      reason: 'requested_by_customer',
      'metadata[payOrderId]': 'order-1',
      'metadata[refundId]': 'r1',
    })
  })

  it('is made for the payment of a cycle', async () => {
    const invoice = { id: 'in_1', payments: { data: [{ payment: { type: 'payment_intent', payment_intent: 'pi_7' } }] } }
    const answers = { 'GET /v1/invoices/in_1': { body: invoice }, ...NO_REFUNDS, 'POST /v1/refunds': { body: refund('pending') } }
    const { answer, requests } = await runRefund(answers, { paymentRef: 'in_1' })
    expect(answer).toEqual({ ok: true, value: { ref: 're_1', outcome: 'pending' } })
    expect(requests[0]?.form.get('expand[0]')).toBe('payments')
    expect(requests.at(-1)?.form.get('payment_intent')).toBe('pi_7')
  })

  it('that was made without an answer is found, also when the key has expired', async () => {
    const existingRefunds = [
      refund('succeeded', { id: 're_0', metadata: { refundId: 'r0' } }),
      refund('pending', { metadata: { refundId: 'r1' } }),
    ]
    const { answer, requests } = await runRefund({ ...SESSION, 'GET /v1/refunds': stripeList(existingRefunds) })
    expect(answer).toEqual({ ok: true, value: { ref: 're_1', outcome: 'pending' } })
    expect(requests.map(({ key }) => key)).not.toContain('POST /v1/refunds')
  })

  it('separates refused, unknown and away', async () => {
    const error = { error: { type: 'invalid_request_error', code: 'charge_already_refunded' } }
    const refusedRefund = await runRefund({ ...SESSION, ...NO_REFUNDS, 'POST /v1/refunds': { status: 400, body: error } })
    expect(refusedRefund.answer).toEqual({ ok: false, error: 'refused' })
    expect((await runRefund({ ...SESSION, ...NO_REFUNDS, 'POST /v1/refunds': 'silence' })).answer).toEqual({ ok: false, error: 'away' })
    expect((await runRefund({ ...SESSION, 'GET /v1/refunds': 'silence' })).answer).toEqual({ ok: false, error: 'away' })
    expect((await runRefund({})).answer).toEqual({ ok: false, error: 'unknown' })
    const sessionWithoutPayment = { 'GET /v1/checkout/sessions/cs_1': { body: { id: 'cs_1', payment_intent: null } } }
    expect((await runRefund(sessionWithoutPayment)).answer).toEqual({ ok: false, error: 'unknown' })
  })

  it('is decided by its status', async () => {
    const outcomes = { succeeded: 'succeeded', pending: 'pending', requires_action: 'pending', failed: 'failed', canceled: 'failed' }
    for (const [status, outcome] of Object.entries(outcomes)) {
      const { provider } = await createCannedStripe({ 'GET /v1/refunds/re_1': { body: refund(status) } })
      expect(await provider.readRefund('re_1')).toEqual({ ok: true, value: outcome })
    }
    expect(await (await createCannedStripe({})).provider.readRefund('re_1')).toEqual({ ok: false, error: 'unknown' })
  })

  it('counts as refunded once it has succeeded', async () => {
    const readRefundedCents = async (refunds: readonly object[], has_more = false) => {
      const latest_charge = { id: 'ch_1', created: START_S, amount_refunded: 300, refunds: { data: refunds, has_more } }
      const body = { ...SESSION['GET /v1/checkout/sessions/cs_1'].body, status: 'complete', payment_status: 'paid' }
      const paidSession = { ...body, amount_total: 599, currency: 'usd', payment_intent: { id: 'pi_1', latest_charge } }
      const { provider, requests } = await createCannedStripe({ 'GET /v1/checkout/sessions/cs_1': { body: paidSession } })
      const orderAnswer = await provider.readOrder(ORDER)
      expect(requests[0]?.form.get('expand[1]')).toBe('payment_intent.latest_charge.refunds')
      return orderAnswer.ok ? orderAnswer.value.refundedCents : orderAnswer.error
    }
    const succeededRefund = { amount: 116, status: 'succeeded' }
    expect(await readRefundedCents([succeededRefund, refund('pending'), refund('failed')])).toBe(116)
    expect(await readRefundedCents([succeededRefund, refund('succeeded')])).toBe(300)
    expect(await readRefundedCents([succeededRefund], true)).toBe(300)
  })
})

describe('a change of the plan at Stripe', () => {
  const sku = findSku('premium_yearly') ?? checkoutRequest('premium_yearly').sku
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
  const KNOWN_PLAN = { 'GET /v1/subscriptions/sub_1': { body: SUBSCRIPTION }, 'GET /v1/prices': stripeList([{ id: 'price_y' }]) }
  const PREVIEW_LINES = {
    data: [
      { amount: -499, period: { start: START_S, end: START_S } },
      { amount: 4999, period: { start: START_S, end: START_S } },
    ],
  }
  const UPDATE_CALL = 'POST /v1/subscriptions/sub_1'
  const requestTo = (requests: Awaited<ReturnType<typeof createCannedStripe>>['requests'], wantedKey: string) =>
    requests.find(({ key }) => key === wantedKey)

  it('is previewed with the exact terms of the change, and returned as credit and amount due', async () => {
    const { provider, requests } = await createCannedStripe({
      ...KNOWN_PLAN,
      'POST /v1/invoices/create_preview': { body: { amount_due: 4500, lines: PREVIEW_LINES } },
    })
    expect(await provider.previewChange('sub_1', change)).toEqual({ ok: true, value: { creditCents: 499, dueCents: 4500 } })
    expect(Object.fromEntries(requestTo(requests, 'POST /v1/invoices/create_preview')?.form ?? [])).toEqual({
      subscription: 'sub_1',
      'subscription_details[items][0][id]': 'si_1',
      'subscription_details[items][0][price]': 'price_y',
      'subscription_details[proration_behavior]': 'always_invoice',
      'subscription_details[billing_cycle_anchor][type]': 'now',
      'subscription_details[proration_date]': String(START_S + 3600),
    })
    const silentStripe = await createCannedStripe({ ...KNOWN_PLAN, 'POST /v1/invoices/create_preview': 'silence' })
    expect(await silentStripe.provider.previewChange('sub_1', change)).toEqual({ ok: false, error: 'away' })
  })

  it('is to the price in the currency of the plan, which is created where Stripe has none yet', async () => {
    const createdPrice = { body: { id: 'price_eur' } }
    const { provider, requests } = await createCannedStripe({
      ...KNOWN_PLAN,
      'GET /v1/prices': stripeList([]),
      'POST /v1/prices': createdPrice,
      [UPDATE_CALL]: { body: SUBSCRIPTION },
    })
    const euroChange = { ...change, sku: checkoutRequest('premium_yearly', 'EUR').sku, currencyCode: 'EUR' }
    expect(await provider.changeNow('sub_1', euroChange)).toEqual({ ok: true, value: null })
    expect(Object.fromEntries(requestTo(requests, 'POST /v1/prices')?.form ?? [])).toMatchObject({
      unit_amount: '5499',
      currency: 'eur',
      lookup_key: 'premium_yearly 5499 eur',
    })
    expect(requestTo(requests, UPDATE_CALL)?.form.get('items[0][price]')).toBe('price_eur')
  })

  it('is made once per quote, and not at all where the card is declined', async () => {
    const { provider, requests } = await createCannedStripe({ ...KNOWN_PLAN, [UPDATE_CALL]: { body: SUBSCRIPTION } })
    expect(await provider.changeNow('sub_1', change)).toEqual({ ok: true, value: null })
    const updateRequest = requestTo(requests, UPDATE_CALL)
    expect(updateRequest?.headers.get('idempotency-key')).toBe('change quote-1')
    expect(Object.fromEntries(updateRequest?.form ?? [])).toEqual({
      'items[0][id]': 'si_1',
      'items[0][price]': 'price_y',
      proration_behavior: 'always_invoice',
      'billing_cycle_anchor[type]': 'now',
      payment_behavior: 'error_if_incomplete',
      proration_date: String(START_S + 3600),
    })
    const declinedAnswer = { status: 402, body: { error: { type: 'card_error', code: 'card_declined' } } }
    expect(await (await createCannedStripe({ ...KNOWN_PLAN, [UPDATE_CALL]: declinedAnswer })).provider.changeNow('sub_1', change)).toEqual({
      ok: false,
      error: 'refused',
    })
    expect(await (await createCannedStripe({ ...KNOWN_PLAN, [UPDATE_CALL]: 'silence' })).provider.changeNow('sub_1', change)).toEqual({
      ok: false,
      error: 'away',
    })
    expect(await (await createCannedStripe({})).provider.changeNow('sub_1', change)).toEqual({ ok: false, error: 'unknown' })
  })

  it('makes the price of a plan once, by a name of its own', async () => {
    const { provider, requests } = await createCannedStripe({
      ...KNOWN_PLAN,
      'GET /v1/prices': stripeList([]),
      'POST /v1/prices': { body: { id: 'price_new' } },
      [UPDATE_CALL]: { body: SUBSCRIPTION },
    })
    await provider.changeNow('sub_1', change)
    const priceRequest = requestTo(requests, 'POST /v1/prices')
    expect(priceRequest?.headers.get('idempotency-key')).toBe('price premium_yearly 4999 usd')
    expect(Object.fromEntries(priceRequest?.form ?? [])).toEqual({
      currency: 'usd',
      unit_amount: '4999',
      'recurring[interval]': 'year',
      'product_data[name]': 'Premium yearly',
      lookup_key: 'premium_yearly 4999 usd',
    })
    expect(requestTo(requests, UPDATE_CALL)?.form.get('items[0][price]')).toBe('price_new')
  })

  it('for the end of the period is a schedule, new or existing', async () => {
    const weeklyChange = { ...change, sku: checkoutRequest('premium_weekly').sku }
    const PHASES_CALL = 'POST /v1/subscription_schedules/sched_1'
    const { provider, requests } = await createCannedStripe({
      ...KNOWN_PLAN,
      'POST /v1/subscription_schedules': { body: { id: 'sched_1' } },
      [PHASES_CALL]: { body: { id: 'sched_1' } },
    })
    expect(await provider.changeAtEnd('sub_1', weeklyChange)).toEqual({ ok: true, value: null })
    expect(Object.fromEntries(requestTo(requests, 'POST /v1/subscription_schedules')?.form ?? [])).toEqual({ from_subscription: 'sub_1' })
    expect(Object.fromEntries(requestTo(requests, PHASES_CALL)?.form ?? [])).toEqual({
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
    const scheduledStripe = await createCannedStripe({
      ...KNOWN_PLAN,
      'GET /v1/subscriptions/sub_1': { body: { ...SUBSCRIPTION, schedule: 'sched_1' } },
      [PHASES_CALL]: { body: { id: 'sched_1' } },
    })
    expect(await scheduledStripe.provider.changeAtEnd('sub_1', weeklyChange)).toEqual({ ok: true, value: null })
    expect(scheduledStripe.requests.map(({ key }) => key)).not.toContain('POST /v1/subscription_schedules')
  })

  it('is undone by releasing the schedule, which a cancellation does first', async () => {
    const releaseCall = 'POST /v1/subscription_schedules/sched_1/release'
    const scheduledAnswers = {
      'GET /v1/subscriptions/sub_1': { body: { ...SUBSCRIPTION, schedule: { id: 'sched_1' } } },
      [releaseCall]: { body: { id: 'sched_1' } },
    }
    const { provider, requests } = await createCannedStripe({ ...scheduledAnswers, [UPDATE_CALL]: { body: SUBSCRIPTION } })
    expect(await provider.cancelPlanChange('sub_1')).toEqual({ ok: true, value: null })
    expect(requests.at(-1)?.key).toBe(releaseCall)
    await provider.cancelSubscription('sub_1', 'period_end')
    expect(requests.slice(-2).map(({ key }) => key)).toEqual([releaseCall, UPDATE_CALL])
    const unscheduledStripe = await createCannedStripe(KNOWN_PLAN)
    expect(await unscheduledStripe.provider.cancelPlanChange('sub_1')).toEqual({ ok: true, value: null })
    const silentStripe = await createCannedStripe({ ...scheduledAnswers, [releaseCall]: 'silence', [UPDATE_CALL]: { body: SUBSCRIPTION } })
    expect(await silentStripe.provider.cancelSubscription('sub_1', 'period_end')).toEqual({ ok: false, error: 'away' })
    expect(silentStripe.requests.map(({ key }) => key)).not.toContain(UPDATE_CALL)
  })

  it('is in the truth: the plan, the next phase, and the credit beside the payment', async () => {
    const YEAR_S = 365 * 24 * 60 * 60
    const period = (start: number, length: number) => ({ start, end: start + length })
    const lines = (...data: readonly object[]) => ({ data })
    const paidInvoice = (id: string, created: number, reason: string, amount_paid: number, lineList: object) => ({
      id,
      created,
      status: 'paid',
      billing_reason: reason,
      amount_paid,
      lines: lineList,
      status_transitions: { paid_at: created },
      payments: { data: [] },
    })
    const invoices = [
      paidInvoice(
        'in_2',
        START_S + 3600,
        'subscription_update',
        4500,
        lines({ amount: -499, period: period(START_S + 3600, 60) }, { amount: 4999, period: period(START_S + 3600, YEAR_S) }),
      ),
      paidInvoice('in_1', START_S, 'subscription_create', 999, lines({ amount: 999, period: period(START_S, WEEK_S) })),
    ]
    const yearlyItem = { ...item, price: { id: 'price_y', recurring: { interval: 'year' } }, current_period_end: START_S + YEAR_S }
    const schedule = (start_date: number) => ({
      id: 's',
      status: 'active',
      metadata: { next: 'week' },
      phases: [{ start_date: START_S }, { start_date }],
    })
    const readSubscription = async (attachedSchedule: object | null) => {
      const { provider, requests } = await createCannedStripe({
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
            items: { data: [yearlyItem] },
            schedule: attachedSchedule,
          },
        },
        'GET /v1/invoices': stripeList(invoices),
        'GET /v1/charges': stripeList([]),
      })
      const orderAnswer = await provider.readOrder(ORDER)
      expect(requests.find(({ key }) => key === 'GET /v1/subscriptions/sub_1')?.form.get('expand[0]')).toBe('schedule')
      return orderAnswer.ok ? orderAnswer.value.subscription : null
    }
    expect(await readSubscription(schedule(START_S + YEAR_S))).toMatchObject({
      plan: 'yearly',
      nextPlan: 'weekly',
      cycles: [
        { ref: 'in_1', cycle: 1, plan: 'weekly', amountCents: 999, creditCents: 0 },
        { ref: 'in_2', cycle: 2, plan: 'yearly', amountCents: 4500, creditCents: 499, startsAtMs: (START_S + 3600) * 1000 },
      ],
    })
    expect(await readSubscription(schedule(START_S))).toMatchObject({ nextPlan: null })
    expect(await readSubscription({ ...schedule(START_S + YEAR_S), status: 'released' })).toMatchObject({ nextPlan: null })
    expect(await readSubscription(null)).toMatchObject({ nextPlan: null })
  })
})
