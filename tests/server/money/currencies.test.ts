import { desc, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { extractText, getDocumentProxy } from 'unpdf'
import { mail } from '#server/database/account-schema.ts'
import { invoice, payOrder, payment } from '#server/database/payment-schema.ts'
import { sandboxCharge, sandboxSession } from '#server/database/sandbox-schema.ts'
import { marginLines, readMargins } from '#server/billing/engine-margins.ts'
import { renderInvoicePdf } from '#server/billing/invoices/invoice-pdf.ts'
import { checkLedger } from '#server/billing/rounds/check-ledger.ts'
import { openPayment } from '#server/billing/providers/open-payment.ts'
import { readConfig } from '#server/config/config.ts'
import { mountSandboxAdmin } from '#server/dev/sandbox-admin.ts'
import { createLog } from '#server/telemetry/log.ts'
import { type SkuPage, getSkus } from '#shared/api/catalogue.ts'
import { invoiceAddress, saveBillingDetails } from '#shared/api/invoices.ts'
import { createOrder } from '#shared/api/pay-orders.ts'
import { getReceipt, getTransactions } from '#shared/api/payments.ts'
import { agreePlanChange, quotePlanChange } from '#shared/api/plan-change.ts'
import { requestRefund } from '#shared/api/refunds.ts'
import { getSubscription, payNow } from '#shared/api/subscription.ts'
import { FREE_TRIAL_SKU } from '#shared/domain/membership-terms.ts'
import { SHOP_ORIGIN } from '../../fixtures/payment/sandbox-world.ts'
import { examplePrices } from '../../fixtures/payment/example-prices.ts'
import { type TestClient, createVisitor } from '../client.ts'
import { DAY_MS, purchaseOf } from './money-harness.ts'
import type { QuickAccount } from './quick-account.ts'
import { type Buyer, type SandboxShop, MINUTE_MS, key, openSandboxShop } from './sandbox-shop.ts'

let shop: SandboxShop
beforeAll(async () => {
  shop = await openSandboxShop(examplePrices())
})
afterEach(async () => {
  expect(shop.world.problems).toEqual([])
  expect(await checkLedger(shop.db)).toEqual([])
})
afterAll(() => shop.close())

const URLS = { returnUrl: `${SHOP_ORIGIN}/pay/success`, cancelUrl: `${SHOP_ORIGIN}/pay/cancel` }

/** Each price of a shop page, with its currency. */
async function pricesFor(client: TestClient, clientCountryCode: string, page: SkuPage, currencyCode?: string) {
  const chosenCurrency = currencyCode === undefined ? {} : { currencyCode }
  const { skus, currencies } = await client.get(getSkus, { clientCountryCode, iosCountryCode: 'USA', page, ...chosenCurrency })
  expect(currencies).toEqual(['USD', 'EUR', 'JPY'])
  return Object.fromEntries(skus.map(({ skuId, price, currencyCode: code }) => [skuId, `${price} ${code}`]))
}

async function paymentOf(orderId: string) {
  const [row] = await shop.db.select().from(payment).where(eq(payment.orderId, orderId)).orderBy(desc(payment.cycle)).limit(1)
  if (row === undefined) throw new Error('nothing was paid')
  return row
}

async function mailTo({ email }: QuickAccount, subjectStart: string): Promise<string> {
  const rows = await shop.db.select().from(mail).where(eq(mail.recipient, email))
  const sentMail = rows.find(({ subject }) => subject.startsWith(subjectStart))
  return sentMail === undefined ? `none of ${rows.map(({ subject }) => subject).join('; ')}` : `${sentMail.subject}\n${sentMail.body}`
}

const documentsOf = ({ id }: QuickAccount) => shop.db.select().from(invoice).where(eq(invoice.ownerId, id)).orderBy(invoice.kind)

async function pdfText(bytes: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(Uint8Array.from(bytes)), { mergePages: true })
  return text.replaceAll(/\s/g, '')
}

async function documentTexts(buyer: QuickAccount): Promise<string[]> {
  const texts: string[] = []
  for (const { id } of (await documentsOf(buyer)).toReversed()) {
    const response = await buyer.client.request(invoiceAddress(id))
    texts.push(await pdfText(new Uint8Array(await response.arrayBuffer())))
  }
  return texts
}

describe('the catalogue', () => {
  it('is in the currency of the region, and in the chosen one, at its own prices', async () => {
    const visitor = await createVisitor(shop.server, { nowMs: shop.nowMs })
    expect(await pricesFor(visitor, 'DE', 'page2')).toEqual({ points_100: '549 EUR', points_300: '1299 EUR', points_800: '2699 EUR' })
    expect(await pricesFor(visitor, 'JP', 'page1')).toEqual({
      premium_weekly: '1500 JPY',
      premium_yearly: '7500 JPY',
      basic_free_trial: '0 JPY',
    })
    expect(await pricesFor(visitor, 'CH', 'page2')).toMatchObject({ points_100: '499 USD' })
    expect(await pricesFor(visitor, 'DE', 'page2', 'USD')).toMatchObject({ points_100: '499 USD' })
    expect(await pricesFor(visitor, 'DE', 'page2', 'GBP')).toMatchObject({ points_100: '549 EUR' })
  })

  it('follows the country of the billing details before the region, and the choice before both', async () => {
    const ann = await shop.person()
    await ann.client.get(saveBillingDetails, { name: 'Ann', address: '1 Street\nOsaka\nJapan', taxNumber: '' })
    expect(await pricesFor(ann.client, 'DE', 'page2')).toMatchObject({ points_100: '750 JPY' })
    expect(await pricesFor(ann.client, 'DE', 'page2', 'EUR')).toMatchObject({ points_100: '549 EUR' })
  })

  it('offers plans in the currency of the renewing one alone, and packs in the chosen one', async () => {
    const ann = await shop.member('premium_weekly', 'EUR')
    expect(await pricesFor(ann.client, 'US', 'page1', 'USD')).toMatchObject({ premium_yearly: '5499 EUR' })
    expect(await pricesFor(ann.client, 'US', 'page2', 'USD')).toMatchObject({ points_100: '499 USD' })
    await shop.cancelPlan(ann)
    expect(await pricesFor(ann.client, 'US', 'page1', 'USD')).toMatchObject({ premium_yearly: '4999 USD' })
  })
})

describe('an order', () => {
  const orderRefusal = ({ client }: QuickAccount, skuId: string, currencyCode: string) =>
    client.refusal(createOrder, { ...purchaseOf(skuId, undefined, currencyCode), ...URLS }, key())

  it('is refused in an unsupported currency, and for a plan in another one than that of the renewing plan', async () => {
    const ann = await shop.member(FREE_TRIAL_SKU, 'EUR')
    expect(await orderRefusal(ann, 'points_100', 'GBP')).toEqual({ code: 'H4031', fields: ['currencyCode'] })
    expect(await orderRefusal(ann, 'premium_yearly', 'USD')).toEqual({ code: 'H4031', fields: ['currencyCode'] })
    const pack = await ann.client.get(createOrder, { ...purchaseOf('points_100', undefined, 'USD'), ...URLS }, key())
    expect([pack.amountCents, pack.currencyCode]).toEqual([499, 'USD'])
  })

  it('that is open differs from the same in another currency, which replaces it', async () => {
    const ann = await shop.person()
    const firstOrder = await shop.order(ann, 'points_100', 'EUR')
    const secondOrder = await shop.order(ann, 'points_100', 'JPY')
    expect(await shop.order(ann, 'points_100', 'JPY')).toEqual(secondOrder)
    const rows = await shop.db.select().from(payOrder).where(eq(payOrder.ownerId, ann.id))
    const rowOf = ({ payOrderId }: { payOrderId: string }) => rows.find(({ id }) => id === payOrderId)
    expect(rows).toHaveLength(2)
    expect(rowOf(firstOrder)).toMatchObject({ state: 'CLOSED', amountCents: 549, currencyCode: 'EUR' })
    expect(rowOf(secondOrder)).toMatchObject({ state: 'PENDING', amountCents: 750, currencyCode: 'JPY' })
  })

  it('that is paid in another currency is not booked, whatever the amount', async () => {
    const ann = await shop.person()
    const order = await shop.order(ann, 'points_100', 'EUR')
    await shop.db.update(sandboxSession).set({ currencyCode: 'JPY' }).where(eq(sandboxSession.id, order.sessionId))
    await shop.world.press(order, 'pay')
    await shop.pass(MINUTE_MS)
    expect(await shop.db.select().from(payment).where(eq(payment.orderId, order.payOrderId))).toEqual([])
    expect(await documentsOf(ann)).toEqual([])
  })
})

describe.each([
  { code: 'EUR', paidCents: 549, paidText: '€5.49', halfText: '€2.74', halfCents: 274 },
  { code: 'JPY', paidCents: 750, paidText: '¥750', halfText: '¥375', halfCents: 375 },
])('a pack in $code', ({ code, paidCents, paidText, halfText, halfCents }) => {
  it('is the same sum in order, receipt, mail, invoice and refund', async () => {
    const ann = await shop.person()
    const buyer: Buyer = { ...ann, orderId: await shop.buy(ann, 'points_100', code) }
    const row = await paymentOf(buyer.orderId)
    expect(row).toMatchObject({ amountCents: paidCents, currencyCode: code, points: 100 })
    const [charge] = await shop.db.select().from(sandboxCharge).where(eq(sandboxCharge.amountCents, paidCents)).limit(1)
    expect(charge).toMatchObject({ state: 'succeeded' })
    const receipt = await ann.client.get(getReceipt, { id: row.id })
    expect(receipt).toMatchObject({ paidAmount: paidCents, currencyCode: code, refunds: { offer: { amount: paidCents, points: 100 } } })
    const { data } = await ann.client.get(getTransactions, { type: 'PURCHASE' })
    expect(data).toMatchObject([{ paidAmount: paidCents, currencyCode: code }])
    expect(await mailTo(ann, 'Your Kinora receipt')).toContain(`receipt: ${paidText} for 100 points`)

    const { amount, points } = receipt.refunds.offer ?? { amount: 0, points: 0 }
    await ann.client.get(requestRefund, { id: row.id, reason: 'other', amount, points }, key())
    expect(await paymentOf(buyer.orderId)).toMatchObject({ refundedCents: paidCents, pointsTakenBack: 100 })
    expect(await mailTo(ann, 'Your Kinora refund')).toContain(paidText)
    const [invoiceText, noteText] = await documentTexts(ann)
    expect(invoiceText).toContain(`Totalpaid(${code})${paidText}`)
    expect(noteText).toContain(`Totalrefunded(${code})${paidText}`)
  })

  it('costs a member half of its own price', async () => {
    const ann = await shop.member('premium_weekly', code)
    const orderId = await shop.buy(ann, 'points_100', code)
    expect(await paymentOf(orderId)).toMatchObject({ amountCents: halfCents, currencyCode: code })
    expect(await mailTo(ann, `Your Kinora receipt: ${halfText}`)).toContain(halfText)
  })
})

describe('a plan retains its currency', () => {
  it('over its free week, its renewal, a failed payment and a change to yearly', async () => {
    const ann = await shop.member(FREE_TRIAL_SKU, 'JPY')
    expect(await ann.client.get(getSubscription, {})).toMatchObject({ state: 'TRIAL', priceCents: 1500, currencyCode: 'JPY' })
    expect(await mailTo(ann, 'Your free Kinora trial runs')).toContain("you'll be charged\n¥1,500 each week")
    await shop.passTo((await shop.plan(ann)).periodEndMs - DAY_MS + MINUTE_MS)
    expect(await mailTo(ann, 'Your free Kinora trial ends')).toContain("then you'll be charged ¥1,500")
    await shop.passTo((await shop.plan(ann)).periodEndMs + 2 * MINUTE_MS)
    expect(await paymentOf(ann.orderId)).toMatchObject({ cycle: 1, amountCents: 1500, currencyCode: 'JPY', points: 400 })

    await shop.refuseCard(ann, true)
    await shop.passTo((await shop.plan(ann)).periodEndMs + 2 * MINUTE_MS)
    expect(await mailTo(ann, "Your Kinora payment didn't")).toContain('¥1,500')
    await shop.refuseCard(ann, false)
    await ann.client.get(payNow, { orderId: ann.orderId }, key())
    expect(await paymentOf(ann.orderId)).toMatchObject({ cycle: 2, amountCents: 1500, currencyCode: 'JPY' })

    await shop.pass(MINUTE_MS)
    const quote = await ann.client.get(quotePlanChange, { orderId: ann.orderId, plan: 'yearly' })
    expect(quote).toMatchObject({ priceCents: 7500, currencyCode: 'JPY' })
    expect(quote.creditCents + quote.dueCents).toBe(7500)
    expect(await ann.client.get(agreePlanChange, { quoteId: quote.quoteId }, key())).toEqual({ outcome: 'changed' })
    const changedPayment = await paymentOf(ann.orderId)
    expect(changedPayment).toMatchObject({ cycle: 3, amountCents: quote.dueCents, creditCents: quote.creditCents, currencyCode: 'JPY' })
    expect(await ann.client.get(getSubscription, {})).toMatchObject({ plan: 'yearly', priceCents: 7500, currencyCode: 'JPY' })
  })

  it('and prices for running free weeks can not be removed', async () => {
    await shop.member(FREE_TRIAL_SKU, 'EUR')
    const { db, nowMs } = shop
    const deps = { db, nowMs, secret: '', log: createLog('silent'), fetch, mountSandboxAdmin }
    const openWith = (configChanges: object) => openPayment({ ...deps, config: { ...readConfig({}), ...configChanges } })
    await expect(openWith({})).rejects.toThrow('PRICES: keep the prices in EUR.')
    expect((await openWith({ prices: examplePrices() })).provider.id).toBe('sandbox')
  })
})

it('a file whose font lacks the sign of a currency has its code instead', async () => {
  const ann = await shop.person()
  await shop.buy(ann, 'points_100', 'JPY')
  const [row] = await documentsOf(ann)
  if (row === undefined) throw new Error('no invoice')
  expect(await pdfText(await renderInvoicePdf({ ...row, currencyCode: 'LAK', grossCents: 75_000 }, null))).toMatch(
    /Totalpaid\(LAK\)(?:LAK|₭)750\.00/,
  )
})

it('the paid price of a point is reported by currency, and never summed over several', async () => {
  const { usdPerPoint, others } = await readMargins(shop.db)
  expect(others.map(({ currencyCode }) => currencyCode)).toEqual(['EUR', 'JPY'])
  const model = { engine: 'fal', model: 'veo', made: 1, failed: 0, cancelled: 0, points: 1, costMicros: 0, withoutCost: 0 }
  const averages = [
    { currencyCode: 'EUR', perPoint: 0.0549 },
    { currencyCode: 'JPY', perPoint: 7.5 },
  ]
  expect(marginLines({ models: [model], usdPerPoint, others: averages })).toContain(
    'Average per point in other currencies (not converted): 0.0549 EUR, 7.50 JPY.',
  )
})
