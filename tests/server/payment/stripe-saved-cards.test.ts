import { describe, expect, it } from 'vitest'
import type { SavedCards } from '#server/billing/providers/payment-provider.ts'
import { type Answer, createCannedStripe, list, request } from './stripe-wire.ts'

const CARD = 'cus_1 pm_1'
const INTENTS = 'GET /v1/payment_intents'
const CHARGE = 'POST /v1/payment_intents'
const NONE = { [INTENTS]: list([]) }
const mine = { payOrderId: 'order-1', topUp: 'true' }
const intent = (status: string, changes: object = {}) => ({ id: 'pi_1', object: 'payment_intent', status, metadata: mine, ...changes })
const asked = (code: string) => intent('requires_payment_method', { last_payment_error: { type: 'card_error', code } })
const refused = (code: string): Answer => ({ status: 402, body: { error: { type: 'card_error', code, payment_intent: asked(code) } } })
const CHECKOUT = { 'POST /v1/checkout/sessions': { body: { id: 'cs_9', url: 'https://checkout.stripe.com/c/9' } } }

async function wire(answers: Readonly<Record<string, Answer>>) {
  const made = await createCannedStripe(answers)
  const cards = made.provider.savedCards
  if (cards === null) throw new Error('Stripe can charge a saved card')
  return { ...made, cards }
}

const charge = (cards: SavedCards, mayCharge = true) => cards.charge({ ...request('points_300'), cardRef: CARD, mayCharge })

describe('a card that is saved at Stripe', () => {
  it('is requested by a checkout without a payment, once per agreement', async () => {
    const { cards, requests } = await wire({
      'POST /v1/checkout/sessions': { body: { id: 'cs_2', url: 'https://checkout.stripe.com/c/2' } },
    })
    const page = { id: 'agreed-1', payer: { id: 'payer-1', email: 'ada@example.org' }, returnUrl: 'https://app.example/ai/setting' }
    expect(await cards.openPage(page)).toEqual({ ok: true, value: { sessionId: 'cs_2', url: 'https://checkout.stripe.com/c/2' } })
    expect(requests[0]?.headers.get('idempotency-key')).toBe('card agreed-1')
    expect(Object.fromEntries(requests[0]?.form ?? [])).toMatchObject({
      mode: 'setup',
      customer_creation: 'always',
      customer_email: 'ada@example.org',
      'payment_method_types[0]': 'card',
      success_url: 'https://app.example/ai/setting',
    })
  })

  it('is known by its customer and its id once it is saved, and missing before', async () => {
    const session = (setup_intent: object | null) => ({
      'GET /v1/checkout/sessions/cs_2': { body: { id: 'cs_2', customer: 'cus_1', setup_intent } },
    })
    const open = await wire(session({ id: 'seti_1', status: 'requires_payment_method', payment_method: null }))
    expect(await open.cards.read('cs_2')).toEqual({ ok: true, value: null })
    const card = { brand: 'visa', display_brand: 'visa', last4: '4242' }
    const saved = await wire(session({ id: 'seti_1', status: 'succeeded', payment_method: { id: 'pm_1', card } }))
    expect(await saved.cards.read('cs_2')).toEqual({ ok: true, value: { ref: CARD, label: 'visa 4242' } })
    expect(saved.requests[0]?.form.getAll('expand[0]')).toEqual(['setup_intent.payment_method'])
  })
})

describe('a charge without its payer, at Stripe', () => {
  it('has customer, card and order, with a key of its own', async () => {
    const { cards, requests } = await wire({ ...NONE, [CHARGE]: { body: intent('succeeded') } })
    expect(await charge(cards)).toEqual({ ok: true, value: { outcome: 'charged', sessionId: 'pi_1' } })
    const [listed, made] = requests
    expect(Object.fromEntries(listed?.form ?? [])).toMatchObject({ customer: 'cus_1' })
    expect(made?.headers.get('idempotency-key')).toBe('top-up order-1')
    expect(Object.fromEntries(made?.form ?? [])).toMatchObject({
      amount: '599',
      currency: 'usd',
      customer: 'cus_1',
      payment_method: 'pm_1',
      off_session: 'true',
      confirm: 'true',
      'metadata[payOrderId]': 'order-1',
    })
  })

  it('that exists already is found, however old; where a charge is not allowed any more it is only searched for', async () => {
    const known = await wire({
      [INTENTS]: list([intent('succeeded', { id: 'pi_0', metadata: { payOrderId: 'other', topUp: 'true' } }), intent('succeeded')]),
    })
    expect(await charge(known.cards, false)).toEqual({ ok: true, value: { outcome: 'charged', sessionId: 'pi_1' } })
    const never = await wire(NONE)
    expect(await charge(never.cards, false)).toEqual({ ok: false, error: 'unknown' })
    expect([...known.requests, ...never.requests].map(({ key }) => key)).toEqual([INTENTS, INTENTS])
  })

  it('that is declined is reported as declined, from the error and from a later search', async () => {
    const { cards } = await wire({ ...NONE, [CHARGE]: refused('card_declined') })
    expect(await charge(cards)).toEqual({ ok: true, value: { outcome: 'declined', sessionId: 'pi_1' } })
    const later = await wire({ [INTENTS]: list([asked('card_declined')]) })
    expect(await charge(later.cards)).toEqual({ ok: true, value: { outcome: 'declined', sessionId: 'pi_1' } })
  })

  it('that the bank must confirm becomes a checkout of the same order, once', async () => {
    const value = { outcome: 'confirm', sessionId: 'cs_9', checkoutUrl: 'https://checkout.stripe.com/c/9' }
    for (const answers of [
      { ...NONE, [CHARGE]: refused('authentication_required') },
      { [INTENTS]: list([asked('authentication_required')]) },
    ]) {
      const { cards, requests } = await wire({ ...answers, ...CHECKOUT })
      expect(await charge(cards)).toEqual({ ok: true, value })
      expect(requests.at(-1)?.headers.get('idempotency-key')).toBe('confirm order-1')
    }
  })

  it('is away without an answer, and refused for a deleted card', async () => {
    expect(await charge((await wire({ [INTENTS]: 'silence' })).cards)).toEqual({ ok: false, error: 'away' })
    expect(await charge((await wire({ ...NONE, [CHARGE]: { status: 500, body: {} } })).cards)).toEqual({ ok: false, error: 'away' })
    const gone = { status: 400, body: { error: { type: 'invalid_request_error', code: 'resource_missing' } } }
    expect(await charge((await wire({ ...NONE, [CHARGE]: gone })).cards)).toEqual({ ok: false, error: 'refused' })
  })

  it('is the truth of its order: paid, in progress, or over; and is refunded by its own id', async () => {
    const latest_charge = {
      id: 'ch_1',
      created: 1_800_000_000,
      amount_refunded: 599,
      refunds: { data: [{ id: 're_1', status: 'succeeded', amount: 599 }], has_more: false },
      payment_method_details: { type: 'card', card: {} },
    }
    const facts = { amount: 599, currency: 'usd', latest_charge }
    const order = { payOrderId: 'order-1', sessionId: 'pi_1', subscriptionRef: null }
    const state = async (status: string) => {
      const { provider } = await createCannedStripe({ 'GET /v1/payment_intents/pi_1': { body: intent(status, facts) } })
      const read = await provider.readOrder(order)
      return read.ok ? read.value : read.error
    }
    expect(await state('succeeded')).toMatchObject({
      state: 'succeeded',
      ref: 'pi_1',
      amountCents: 599,
      currencyCode: 'USD',
      refundedCents: 599,
      paymentMethod: 14,
    })
    expect(await state('processing')).toMatchObject({ state: 'pending' })
    for (const over of ['requires_payment_method', 'canceled']) expect(await state(over)).toMatchObject({ state: 'closed' })
    const back = await createCannedStripe({
      'GET /v1/refunds': list([]),
      'POST /v1/refunds': { body: { id: 're_1', status: 'succeeded' } },
    })
    const wanted = { id: 'refund-1', paymentRef: 'pi_1', payOrderId: 'order-1', amountCents: 599, currencyCode: 'USD' }
    expect(await back.provider.refund(wanted)).toEqual({ ok: true, value: { ref: 're_1', outcome: 'succeeded' } })
    expect(back.requests.at(-1)?.form.get('payment_intent')).toBe('pi_1')
    const closed = await createCannedStripe({ 'POST /v1/payment_intents/pi_1/cancel': { body: intent('canceled') } })
    expect(await closed.provider.closeCheckout(order)).toEqual({ ok: true, value: null })
  })
})
