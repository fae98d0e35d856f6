// plansOf(shop): a buyer's calls about a change of the plan, and what the app and the sandbox have booked. …Refusal(): makes a call that
// must fail and returns its error. halfwayBuyer(): a buyer in the middle of a weekly plan's week. passPeriod(buyer): moves the clock to
// two minutes after the period's end, and all buyers stay logged in.
import { asc, eq } from 'drizzle-orm'
import { session } from '#server/database/account-schema.ts'
import { payment } from '#server/database/payment-schema.ts'
import { sandboxCharge } from '#server/database/sandbox-schema.ts'
import { getPayInfo } from '#shared/api/pay-user.ts'
import { type PlanQuote, agreePlanChange, cancelPlanChange, quotePlanChange } from '#shared/api/plan-change.ts'
import { getSubscription } from '#shared/api/subscription.ts'
import type { Plan } from '#shared/domain/membership-terms.ts'
import { DAY_MS } from './money-harness.ts'
import { type Buyer, type SandboxShop, MINUTE_MS, key } from './sandbox-shop.ts'

export const WEEK_MS = 7 * DAY_MS

export function plansOf(shop: () => SandboxShop) {
  const plans = {
    quote: ({ client, orderId }: Buyer, plan: Plan = 'yearly') => client.get(quotePlanChange, { orderId, plan }),
    quoteRefusal: ({ client, orderId }: Buyer, plan: Plan = 'yearly') => client.refusal(quotePlanChange, { orderId, plan }),
    agree: ({ client }: Buyer, { quoteId }: PlanQuote, options = key()) => client.get(agreePlanChange, { quoteId }, options),
    agreeRefusal: ({ client }: Buyer, { quoteId }: PlanQuote, options = key()) => client.refusal(agreePlanChange, { quoteId }, options),
    undoChange: ({ client, orderId }: Buyer, options = key()) => client.get(cancelPlanChange, { orderId }, options),
    undoRefusal: ({ client, orderId }: Buyer, options = key()) => client.refusal(cancelPlanChange, { orderId }, options),
    planInfo: ({ client }: Buyer) => client.get(getSubscription, {}),
    pointsOf: async ({ client }: Buyer) => (await client.get(getPayInfo, {})).points,
    paymentsOf: ({ orderId }: Buyer) => shop().db.select().from(payment).where(eq(payment.orderId, orderId)).orderBy(asc(payment.cycle)),
    /** For each cycle in the app's books: the plan, the cents paid, the cents credited, the points. */
    bookedAmounts: async (buyer: Buyer) => {
      const rows = await plans.paymentsOf(buyer)
      return rows.map(({ plan, amountCents, creditCents, points }) => [plan, amountCents, creditCents, points])
    },
    chargedCents: async (buyer: Buyer): Promise<number[]> => {
      const isOfPlan = eq(sandboxCharge.subscriptionId, (await shop().plan(buyer)).ref)
      const rows = await shop().db.select().from(sandboxCharge).where(isOfPlan).orderBy(asc(sandboxCharge.cycle))
      return rows.filter(({ state }) => state === 'succeeded').map(({ amountCents }) => amountCents)
    },
    halfwayBuyer: async (): Promise<Buyer> => {
      const ann = await shop().member()
      await shop().passTo((await shop().plan(ann)).periodStartMs + WEEK_MS / 2)
      return ann
    },
    passPeriod: async (buyer: Buyer): Promise<void> => {
      await shop().passTo((await shop().plan(buyer)).periodEndMs + 2 * MINUTE_MS)
      await plans.renewSessions()
    },
    renewSessions: async (): Promise<void> => {
      await shop().db.update(session).set({ createdAtMs: shop().nowMs(), seenAtMs: shop().nowMs() })
    },
  }
  return plans
}
