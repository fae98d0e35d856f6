// openSandboxShop(): the app with the sandbox as its payment service, both on one clock. The app gets no events, so it learns results only
// by polling. buy(person, skuId) pays at the checkout; passTo(ms) advances the clock, bills, and checks due payments; failCalls(...calls) makes
// these calls of the provider fail until vi.restoreAllMocks().
import { randomUUID } from 'node:crypto'
import { and, asc, eq, gt } from 'drizzle-orm'
import { vi } from 'vitest'
import { mail } from '#server/database/account-schema.ts'
import { payment, subscription } from '#server/database/payment-schema.ts'
import { sandboxCharge, sandboxSubscription } from '#server/database/sandbox-schema.ts'
import type { Prices } from '#server/billing/catalogue/skus.ts'
import { createOrder } from '#shared/api/pay-orders.ts'
import { unsubscribe } from '#shared/api/subscription.ts'
import { fail } from '#shared/result.ts'
import { SHOP_ORIGIN, openSandboxWorld } from '../../fixtures/payment/sandbox-world.ts'
import { openTestDatabase } from '../../fixtures/server/test-database.ts'
import { type TestServerOptions, startTestServer } from '../../fixtures/start-test-server.ts'
import { ORIGIN } from '../client.ts'
import { purchaseOf } from './money-harness.ts'
import { type QuickAccount, quickAccount } from './quick-account.ts'

export const MINUTE_MS = 60_000
export const RETURN_URL = `${SHOP_ORIGIN}/ai/setting`

export type SandboxShop = Awaited<ReturnType<typeof openSandboxShop>>
export type Buyer = QuickAccount & { readonly orderId: string }

type ProviderCall =
  | 'readOrder'
  | 'cancelSubscription'
  | 'resumeSubscription'
  | 'payNow'
  | 'refund'
  | 'readRefund'
  | 'previewChange'
  | 'changeNow'
  | 'changeAtEnd'
  | 'cancelPlanChange'

export const key = () => ({ idempotencyKey: randomUUID() })

export async function openSandboxShop(prices: Prices = new Map(), options: TestServerOptions = {}) {
  const database = options.database ?? (await openTestDatabase())
  const { db } = database
  const world = await openSandboxWorld(database, { prices })
  const { nowMs, provider } = world
  const config = { signMode: 'off', origins: [SHOP_ORIGIN, ORIGIN], prices, ...options.config } as const
  const fixedOptions = { listen: false, nowMs, database, payment: { provider, checkout: world.sandbox }, config }
  const server = await startTestServer({ ...options, ...fixedOptions })
  const shop = {
    world,
    server,
    db,
    nowMs,
    provider,
    person: () => quickAccount({ server, nowMs }),
    /** Creates an order that is not paid yet. */
    async order({ client }: QuickAccount, skuId: string, currencyCode = 'USD') {
      const urls = { returnUrl: `${SHOP_ORIGIN}/pay/success`, cancelUrl: `${SHOP_ORIGIN}/pay/cancel` }
      const { payOrderId, sessionId } = await client.get(createOrder, { ...purchaseOf(skuId, undefined, currencyCode), ...urls }, key())
      return { payOrderId, sessionId, subscriptionRef: null }
    },
    async buy(person: QuickAccount, skuId: string, currencyCode = 'USD'): Promise<string> {
      const order = await shop.order(person, skuId, currencyCode)
      await world.press(order, 'pay')
      await shop.pass(MINUTE_MS)
      return order.payOrderId
    },
    async member(skuId = 'premium_weekly', currencyCode = 'USD'): Promise<Buyer> {
      const person = await shop.person()
      return { ...person, orderId: await shop.buy(person, skuId, currencyCode) }
    },
    cancelPlan: ({ client, orderId }: Buyer, options = key()) => client.get(unsubscribe, { orderId }, options),
    /** A buyer whose plan has just failed to renew, because the card was declined. */
    async pastDueBuyer(): Promise<Buyer> {
      const ann = await shop.member()
      await shop.refuseCard(ann, true)
      await shop.passTo((await shop.plan(ann)).periodEndMs + 2 * MINUTE_MS)
      return ann
    },
    async plan({ orderId }: Buyer) {
      const [row] = await db.select().from(subscription).where(eq(subscription.orderId, orderId))
      if (row === undefined) throw new Error('no plan')
      return row
    },
    /** The row of the buyer's subscription in the sandbox's own tables. */
    async sandboxPlan(buyer: Buyer): Promise<typeof sandboxSubscription.$inferSelect> {
      const { ref } = await shop.plan(buyer)
      const [row] = await db.select().from(sandboxSubscription).where(eq(sandboxSubscription.id, ref))
      if (row === undefined) throw new Error('no subscription')
      return row
    },
    async refuseCard(buyer: Buyer, isCardRefused: boolean): Promise<void> {
      await db
        .update(sandboxSubscription)
        .set({ isCardRefused })
        .where(eq(sandboxSubscription.id, (await shop.plan(buyer)).ref))
    },
    /** The cycles of the plan that the sandbox has charged. */
    async chargedCycles(buyer: Buyer): Promise<(number | null)[]> {
      const isOfPlan = and(eq(sandboxCharge.subscriptionId, (await shop.plan(buyer)).ref), eq(sandboxCharge.state, 'succeeded'))
      const rows = await db.select().from(sandboxCharge).where(isOfPlan).orderBy(asc(sandboxCharge.cycle))
      return rows.map(({ cycle }) => cycle)
    },
    /** The cycles of the plan in the app's books. */
    async bookedCycles({ orderId }: Buyer) {
      const rows = await db
        .select()
        .from(payment)
        .where(and(eq(payment.orderId, orderId), gt(payment.cycle, 0)))
        .orderBy(asc(payment.cycle))
      return rows.map(({ cycle }) => cycle)
    },
    async mailSubjects({ email }: QuickAccount): Promise<string[]> {
      const rows = await db.select({ subject: mail.subject }).from(mail).where(eq(mail.recipient, email))
      return rows.map(({ subject }) => subject)
    },
    async passTo(ms: number): Promise<void> {
      await world.passTo(ms)
      await server.payRound()
    },
    pass: (ms: number): Promise<void> => shop.passTo(nowMs() + ms),
    failCalls(...calls: readonly ProviderCall[]) {
      for (const call of calls) vi.spyOn(provider, call).mockResolvedValue(fail('away'))
    },
    close: () => server.close(),
  }
  return shop
}
