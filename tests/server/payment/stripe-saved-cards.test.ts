import { describe, expect, it } from 'vitest'
import type { SavedCards } from '#server/billing/providers/payment-provider.ts'
import { type Answer, createCannedStripe, stripeList, checkoutRequest } from './stripe-wire.ts'

const CARD = 'cus_1 pm_1'
const LIST_INTENTS = 'GET /v1/payment_intents'
const CREATE_INTENT = 'POST /v1/payment_intents'
const NO_INTENTS = { [LIST_INTENTS]: stripeList([]) }
const topUpMetadata = { payOrderId: 'order-1', topUp: 'true' }
const intent = (status: string, changes: object = {}) => ({
  id: 'pi_1',
  object: 'payment_intent',
  status,
  metadata: topUpMetadata,
  ...changes,
})
const failedIntent = (code: string) => intent('requires_payment_method', { last_payment_error: { type: 'card_error', code } })
const refusedAnswer = (code: string): Answer => ({
  status: 402,
  body: { error: { type: 'card_error', code, payment_intent: failedIntent(code) } },
})
const CREATED_CHECKOUT = { 'POST /v1/checkout/sessions': { body: { id: 'cs_9', url: 'https://checkout.stripe.com/c/9' } } }

async function openCards(answers: Readonly<Record<string, Answer>>) {
  const cannedStripe = await createCannedStripe(answers)
  const cards = cannedStripe.provider.savedCards
  if (cards === null) throw new Error('Stripe can charge a saved card')
  return { ...cannedStripe, cards }
}

const chargeCard = (cards: SavedCards, mayCharge = true) => cards.charge({ ...checkoutRequest('points_300'), cardRef: CARD, mayCharge })

describe('a card that is saved at Stripe', () => {
  it('is requested by a checkout without a payment, once per agreement', async () => {
    const { cards, requests } = await openCards({
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
    const openSetup = await openCards(session({ id: 'seti_1', status: 'requires_payment_method', payment_method: null }))
    expect(await openSetup.cards.read('cs_2')).toEqual({ ok: true, value: null })
    const card = { brand: 'visa', display_brand: 'visa', last4: '4242' }
    const savedSetup = await openCards(session({ id: 'seti_1', status: 'succeeded', payment_method: { id: 'pm_1', card } }))
    expect(await savedSetup.cards.read('cs_2')).toEqual({ ok: true, value: { ref: CARD, label: 'visa 4242' } })
    expect(savedSetup.requests[0]?.form.getAll('expand[0]')).toEqual(['setup_intent.payment_method'])
  })
})

describe('a charge without its payer, at Stripe', () => {
  it('has customer, card and order, with a key of its own', async () => {
    const { cards, requests } = await openCards({ ...NO_INTENTS, [CREATE_INTENT]: { body: intent('succeeded') } })
    expect(await chargeCard(cards)).toEqual({ ok: true, value: { outcome: 'charged', sessionId: 'pi_1' } })
    const [listRequest, chargeRequest] = requests
    expect(Object.fromEntries(listRequest?.form ?? [])).toMatchObject({ customer: 'cus_1' })
    expect(chargeRequest?.headers.get('idempotency-key')).toBe('top-up order-1')
    expect(Object.fromEntries(chargeRequest?.form ?? [])).toMatchObject({
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
    const chargedBefore = await openCards({
      [LIST_INTENTS]: stripeList([
        intent('succeeded', { id: 'pi_0', metadata: { payOrderId: 'other', topUp: 'true' } }),
        intent('succeeded'),
      ]),
    })
    expect(await chargeCard(chargedBefore.cards, false)).toEqual({ ok: true, value: { outcome: 'charged', sessionId: 'pi_1' } })
    const neverCharged = await openCards(NO_INTENTS)
    expect(await chargeCard(neverCharged.cards, false)).toEqual({ ok: false, error: 'unknown' })
    expect([...chargedBefore.requests, ...neverCharged.requests].map(({ key }) => key)).toEqual([LIST_INTENTS, LIST_INTENTS])
  })

  it('that is declined is reported as declined, from the error and from a later search', async () => {
    const { cards } = await openCards({ ...NO_INTENTS, [CREATE_INTENT]: refusedAnswer('card_declined') })
    expect(await chargeCard(cards)).toEqual({ ok: true, value: { outcome: 'declined', sessionId: 'pi_1' } })
    const laterSearch = await openCards({ [LIST_INTENTS]: stripeList([failedIntent('card_declined')]) })
    expect(await chargeCard(laterSearch.cards)).toEqual({ ok: true, value: { outcome: 'declined', sessionId: 'pi_1' } })
  })

  it('that the bank must confirm becomes a checkout of the same order, once', async () => {
    const value = { outcome: 'confirm', sessionId: 'cs_9', checkoutUrl: 'https://checkout.stripe.com/c/9' }
    for (const answers of [
      { ...NO_INTENTS, [CREATE_INTENT]: refusedAnswer('authentication_required') },
      { [LIST_INTENTS]: stripeList([failedIntent('authentication_required')]) },
    ]) {
      const { cards, requests } = await openCards({ ...answers, ...CREATED_CHECKOUT })
      expect(await chargeCard(cards)).toEqual({ ok: true, value })
      expect(requests.at(-1)?.headers.get('idempotency-key')).toBe('confirm order-1')
    }
  })

  it('is away without an answer, and refused for a deleted card', async () => {
    expect(await chargeCard((await openCards({ [LIST_INTENTS]: 'silence' })).cards)).toEqual({ ok: false, error: 'away' })
    expect(await chargeCard((await openCards({ ...NO_INTENTS, [CREATE_INTENT]: { status: 500, body: {} } })).cards)).toEqual({
      ok: false,
      error: 'away',
    })
    const deletedCard = { status: 400, body: { error: { type: 'invalid_request_error', code: 'resource_missing' } } }
    expect(await chargeCard((await openCards({ ...NO_INTENTS, [CREATE_INTENT]: deletedCard })).cards)).toEqual({
      ok: false,
      error: 'refused',
    })
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
    const readState = async (status: string) => {
      const { provider } = await createCannedStripe({ 'GET /v1/payment_intents/pi_1': { body: intent(status, facts) } })
      const orderAnswer = await provider.readOrder(order)
      return orderAnswer.ok ? orderAnswer.value : orderAnswer.error
    }
    expect(await readState('succeeded')).toMatchObject({
      state: 'succeeded',
      ref: 'pi_1',
      amountCents: 599,
      currencyCode: 'USD',
      refundedCents: 599,
      paymentMethod: 14,
    })
    expect(await readState('processing')).toMatchObject({ state: 'pending' })
    for (const endedStatus of ['requires_payment_method', 'canceled'])
      expect(await readState(endedStatus)).toMatchObject({ state: 'closed' })
    const refundingStripe = await createCannedStripe({
      'GET /v1/refunds': stripeList([]),
      'POST /v1/refunds': { body: { id: 're_1', status: 'succeeded' } },
    })
    const refundInput = { id: 'refund-1', paymentRef: 'pi_1', payOrderId: 'order-1', amountCents: 599, currencyCode: 'USD' }
    expect(await refundingStripe.provider.refund(refundInput)).toEqual({ ok: true, value: { ref: 're_1', outcome: 'succeeded' } })
    expect(refundingStripe.requests.at(-1)?.form.get('payment_intent')).toBe('pi_1')
    const closingStripe = await createCannedStripe({ 'POST /v1/payment_intents/pi_1/cancel': { body: intent('canceled') } })
    expect(await closingStripe.provider.closeCheckout(order)).toEqual({ ok: true, value: null })
  })
})
