import { z } from 'zod'
import { type Result, fail, ok } from '#shared/result.ts'
import type * as provider from '../payment-provider.ts'
import { type CallDeps, type CallSubotiz, createCall, uuidOf } from './call-subotiz.ts'
import * as wire from './wire.ts'
import { type Invoice, type Trade, eventSchema, isFresh, isSameText, eventSignature } from './wire.ts'
import { decimalText } from '#shared/domain/currencies.ts'
import { toProviderOrder, toProviderSubscription } from './to-provider-order.ts'

const LOCALE = 'en-US'
/** The maximum number of invoice pages to read: more cycles than any subscription has. */
const MOST_INVOICE_PAGES = 50

interface SubotizDeps extends CallDeps {
  readonly id: 'sandbox' | 'subotiz'
  readonly merchantId: string
  /**
   * Price ids at Subotiz, for products that have another id there. The key is the SKU, or `<SKU>:<currency>` for other currencies than
   * dollars.
   */
  readonly prices: ReadonlyMap<string, string>
  readonly origins: readonly string[]
  /** Only the sandbox has calls for these abilities and for saved cards; Subotiz does not document them. */
  readonly can?: ReadonlySet<provider.ProviderAbility>
  readonly hasSavedCards?: boolean
}

type SubotizResult<T> = Promise<Result<T, provider.PaymentFailure>>

/** Payments by the Subotiz API. The address selects the local sandbox, the vendor's sandbox or production. */
export function createSubotizProvider(deps: SubotizDeps): provider.PaymentProvider {
  const call = createCall(deps)
  const path = (kind: string, ref: string, action = '') => `/api/v1/${kind}/${encodeURIComponent(ref)}${action}`
  const withoutData = async (answer: SubotizResult<unknown>): SubotizResult<null> => {
    const result = await answer
    return result.ok ? ok(null) : result
  }
  return {
    id: deps.id,
    origins: deps.origins,
    can: deps.can ?? new Set(),
    async openCheckout(request) {
      const body = sessionBody(deps, request)
      const requestId = uuidOf(request.payOrderId)
      const createdSession = await call({ method: 'POST', path: '/api/v1/session', body, requestId, schema: wire.sessionMadeSchema })
      if (!createdSession.ok) return createdSession
      return ok({
        sessionId: createdSession.value.session_id,
        checkoutUrl: createdSession.value.session_url,
        isEmbedded: request.isEmbedded,
      })
    },
    readOrder: (order) => readOrder(call, path, order),
    closeCheckout: ({ sessionId }) =>
      withoutData(call({ method: 'POST', path: path('session', sessionId, '/expire'), schema: z.unknown() })),
    cancelSubscription(ref, when) {
      const body = { cancel_type: when === 'now' ? 'immediate' : 'end_of_period', cancel_reason: 'customer' }
      return withoutData(call({ method: 'POST', path: path('subscription', ref, '/cancel'), body, schema: z.unknown() }))
    },
    resumeSubscription: (ref) => withoutData(call({ method: 'POST', path: path('subscription', ref, '/resume'), schema: z.unknown() })),
    async openCardPage(ref, returnUrl) {
      const body = { return_url: returnUrl }
      const cardPage = await call({ method: 'POST', path: path('subscription', ref, '/card'), body, schema: wire.cardPageSchema })
      return cardPage.ok ? ok(cardPage.value.card_url) : cardPage
    },
    payNow: (ref) => withoutData(call({ method: 'POST', path: path('subscription', ref, '/pay'), schema: z.unknown() })),
    async refund({ id, paymentRef, amountCents, currencyCode }) {
      const body = { trade_id: paymentRef, amount: decimalText(amountCents, currencyCode), merchant_refund_id: id }
      const refundResult = await call({ method: 'POST', path: '/api/v1/refund', body, requestId: uuidOf(id), schema: wire.refundSchema })
      return refundResult.ok
        ? ok({ ref: refundResult.value.refund_id, outcome: REFUND_OUTCOMES[refundResult.value.refund_status] })
        : refundResult
    },
    async readRefund(ref) {
      const refundResult = await call({ method: 'GET', path: path('refund', ref), schema: wire.refundSchema })
      return refundResult.ok ? ok(REFUND_OUTCOMES[refundResult.value.refund_status]) : refundResult
    },
    async previewChange(ref, { sku, atMs, currencyCode }) {
      const body = { price_id: priceIdOf(deps, sku.skuId, currencyCode), change_type: 'immediate', at: new Date(atMs).toISOString() }
      const schema = wire.changePreviewSchema(currencyCode)
      const answer = await call({ method: 'POST', path: path('subscription', ref, '/change/preview'), body, schema })
      return answer.ok ? ok({ creditCents: answer.value.credit_amount, dueCents: answer.value.due_amount }) : answer
    },
    changeNow(ref, { sku, atMs, id, dueCents, expiresAtMs, currencyCode }) {
      const timeFields = { at: new Date(atMs).toISOString(), expires_at: new Date(expiresAtMs).toISOString() }
      const body = {
        price_id: priceIdOf(deps, sku.skuId, currencyCode),
        change_type: 'immediate',
        request_key: id,
        due_amount: decimalText(dueCents, currencyCode),
        ...timeFields,
      }
      return withoutData(call({ method: 'POST', path: path('subscription', ref, '/change'), body, schema: z.unknown() }))
    },
    changeAtEnd(ref, { sku, currencyCode }) {
      const body = { price_id: priceIdOf(deps, sku.skuId, currencyCode), change_type: 'end_of_period' }
      return withoutData(call({ method: 'POST', path: path('subscription', ref, '/change'), body, schema: z.unknown() }))
    },
    cancelPlanChange: (ref) =>
      withoutData(call({ method: 'POST', path: path('subscription', ref, '/change/revoke'), schema: z.unknown() })),
    async orderOfSubscription(ref) {
      const subscription = await call({ method: 'GET', path: path('subscription', ref), schema: wire.subscriptionSchema })
      if (!subscription.ok) return subscription
      return subscription.value.order_id === '' ? fail('unknown') : ok(subscription.value.order_id)
    },
    savedCards: deps.hasSavedCards === true ? createSavedCards(call, path, (request) => sessionBody(deps, request)) : null,
    readEvent: (body, headers, nowMs) => readSubotizEvent(deps, body, headers, nowMs),
  }
}

/** Calls for saved cards. Only the sandbox has them: Subotiz does not document charges without the payer. */
function createSavedCards(
  call: CallSubotiz,
  path: PathOf,
  checkoutBody: (request: provider.CheckoutRequest) => object,
): provider.SavedCards {
  return {
    async openPage({ id, payer, returnUrl }) {
      const body = { merchant_card_id: id, payer_id: payer.id, return_url: returnUrl }
      const cardPage = await call({ method: 'POST', path: '/api/v1/saved_card', body, requestId: uuidOf(id), schema: wire.savedCardSchema })
      return cardPage.ok ? ok({ sessionId: cardPage.value.card_id, url: cardPage.value.card_url }) : cardPage
    },
    async read(sessionId) {
      const cardResult = await call({ method: 'GET', path: path('saved_card', sessionId), schema: wire.savedCardSchema })
      if (!cardResult.ok) return cardResult
      const { is_saved: isSaved, card_id: ref, card_label: label } = cardResult.value
      return ok(isSaved ? { ref, label } : null)
    },
    async charge(charge) {
      const checkout = checkoutBody({ ...charge, isEmbedded: false, redirectOnCompletion: 'always' })
      const body = { ...checkout, may_charge: charge.mayCharge }
      const requestId = uuidOf(charge.payOrderId)
      const chargeResult = await call({
        method: 'POST',
        path: path('saved_card', charge.cardRef, '/charge'),
        body,
        requestId,
        schema: wire.cardChargeSchema,
      })
      if (!chargeResult.ok) return chargeResult
      const { session_id: sessionId, session_url: checkoutUrl, charge_status: status } = chargeResult.value
      if (status === 'requires_action') return ok({ outcome: 'confirm', sessionId, checkoutUrl })
      return ok({ outcome: status === 'succeeded' ? 'charged' : 'declined', sessionId })
    },
  }
}

const REFUND_OUTCOMES = { processing: 'pending', succeeded: 'succeeded', failed: 'failed' } as const

type PathOf = (kind: string, ref: string, action?: string) => string

async function readOrder(
  call: CallSubotiz,
  path: PathOf,
  { sessionId, subscriptionRef }: provider.OrderRef,
): SubotizResult<provider.ProviderOrder> {
  const session = await call({ method: 'GET', path: path('session', sessionId), schema: wire.sessionSchema })
  if (!session.ok) return session
  const { trade_id: tradeId, status } = session.value
  if (tradeId === '') return ok({ ...UNPAID_ORDER, state: status === 'expire' ? 'closed' : 'pending' })
  const trade = await call({ method: 'GET', path: path('trade', tradeId), schema: wire.tradeSchema })
  if (!trade.ok) return trade
  const ref = await refOfSubscription(call, path, trade.value, subscriptionRef)
  if (!ref.ok) return ref
  const subscription = ref.value === '' ? ok(null) : await readSubscription(call, path, ref.value, trade.value.currency)
  return subscription.ok ? ok(toProviderOrder(trade.value, status === 'expire', subscription.value)) : subscription
}

const UNPAID_ORDER = {
  ref: '',
  amountCents: 0,
  currencyCode: 'USD',
  paymentMethod: 13,
  refundedCents: 0,
  paidAtMs: null,
  subscription: null,
} as const satisfies Omit<provider.ProviderOrder, 'state'>

/** The subscription id from a paid trade's invoice; '' without one. */
async function refOfSubscription(call: CallSubotiz, path: PathOf, trade: Trade, knownRef: string | null): SubotizResult<string> {
  if (knownRef !== null) return ok(knownRef)
  if (trade.trade_status !== 'succeeded' || trade.invoice_id === '') return ok('')
  const invoice = await call({ method: 'GET', path: path('invoice', trade.invoice_id), schema: wire.invoiceSubscriptionSchema })
  return invoice.ok ? ok(invoice.value.subscription_id) : invoice
}

/** Reads a subscription, then its invoices: in this order, the invoices include a renewal that happens between the two reads. */
async function readSubscription(call: CallSubotiz, path: PathOf, ref: string, currencyCode: string) {
  const subscription = await call({ method: 'GET', path: path('subscription', ref), schema: wire.subscriptionSchema })
  if (!subscription.ok) return subscription
  const invoices: Invoice[] = []
  for (let page = 1; page <= MOST_INVOICE_PAGES; page += 1) {
    const query = new URLSearchParams({ subscription_id: ref, page: String(page) })
    const invoicePage = await call({
      method: 'GET',
      path: `/api/v1/invoices?${query.toString()}`,
      schema: wire.invoicesSchema(currencyCode),
    })
    if (!invoicePage.ok) return invoicePage
    invoices.push(...invoicePage.value.list)
    if (!invoicePage.value.has_more) break
  }
  return ok(toProviderSubscription(subscription.value, invoices))
}

function sessionBody({ accessNo, merchantId, prices }: SubotizDeps, request: provider.CheckoutRequest): object {
  const { sku, payer } = request
  const isPlan = sku.plan !== null
  return {
    access_no: accessNo,
    sub_merchant_id: merchantId,
    order_id: request.payOrderId,
    payer_id: payer.id,
    email: payer.email,
    line_items: [{ price_id: priceIdOf({ prices }, sku.skuId, request.currencyCode), quantity: '1' }],
    // A pack's price depends on the buyer, so it is sent here. A plan's price, trial and cycle are part of the price object.
    mode: isPlan ? 'checkout' : 'payment',
    payment_mode: isPlan ? 'subscription' : 'onetime_payment',
    ...(isPlan ? {} : { total_amount: decimalText(request.amountCents + (request.discount?.cents ?? 0), request.currencyCode) }),
    // Only the sandbox gets a discount: Subotiz does not document discounts.
    ...(request.discount === null
      ? {}
      : { discount_amount: decimalText(request.discount.cents, request.currencyCode), discount_name: request.discount.code }),
    currency: request.currencyCode,
    return_url: request.returnUrl,
    cancel_url: request.cancelUrl,
    integration_method: request.isEmbedded ? 'embedded' : 'hosted',
    redirect_on_completion: request.redirectOnCompletion,
    locale: LOCALE,
    metadata: { sku_id: sku.skuId, item_name: sku.name },
  }
}

function priceIdOf({ prices }: Pick<SubotizDeps, 'prices'>, skuId: string, currencyCode: string): string {
  return prices.get(`${skuId}:${currencyCode}`) ?? prices.get(skuId) ?? skuId
}

interface SigningKeys {
  readonly accessNo: string
  readonly secret: string
}

/** Reads events, after checking the signature over the raw body and the time. */
function readSubotizEvent(
  keys: SigningKeys,
  body: Uint8Array,
  headers: Headers,
  nowMs: number,
): Result<provider.PaymentEvent, provider.EventFailure> {
  const timestamp = headers.get('x-timestamp') ?? ''
  const isSigned = isSameText(headers.get('x-signature') ?? '', eventSignature(keys.secret, timestamp, body))
  if (!isSameText(headers.get('x-access-no') ?? '', keys.accessNo) || !isSigned) return fail('forged')
  if (!isFresh(timestamp, nowMs)) return fail('old')
  const event = eventSchema.safeParse(parseJson(body))
  if (!event.success) return fail('malformed')
  const { id: eventId, type, data } = event.data
  const isOfSubscription = type.replace(/^v2\./, '').startsWith('subscription.')
  const subscriptionRef = isOfSubscription ? data.id : data.subscription_id
  return ok({ eventId, type, payOrderId: data.order_id || null, subscriptionRef: subscriptionRef || null })
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}
