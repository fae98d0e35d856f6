import type { SkuPage } from '#shared/api/catalogue.ts'
import {
  type Plan,
  FREE_TRIAL_SKU,
  MEMBER_PACK_FACTOR,
  TRIAL_MS,
  WEEKLY_PLAN_POINTS,
  YEARLY_PLAN_POINTS,
  otherPlan,
} from '#shared/domain/membership-terms.ts'
import { CONSUMABLE_SKU, SUBSCRIPTION_SKU, TRIAL_SKU, packName } from '#shared/domain/sku-price.ts'

const WEEKLY_CENTS = 999
const YEARLY_CENTS = 4999

/** A product. A plan is charged `cents` each cycle, after its trial if any; a pack adds `points` once. */
export interface CatalogueSku {
  readonly skuId: string
  readonly page: SkuPage
  readonly skuType: number
  readonly name: string
  readonly cents: number
  readonly points: number
  readonly plan: Plan | null
  readonly trialMs: number
  readonly tip: string
}

const PLAN = { page: 'page1', skuType: SUBSCRIPTION_SKU, trialMs: 0, tip: '' } as const
const PACK = { skuType: CONSUMABLE_SKU, plan: null, trialMs: 0, tip: '' } as const

/** The catalogue. Orders store their own price, so that prices may change here. */
export const SKUS: readonly CatalogueSku[] = [
  { ...PLAN, skuId: 'premium_weekly', name: 'Premium weekly', plan: 'weekly', cents: WEEKLY_CENTS, points: WEEKLY_PLAN_POINTS },
  {
    ...PLAN,
    skuId: 'premium_yearly',
    name: 'Premium yearly',
    plan: 'yearly',
    cents: YEARLY_CENTS,
    points: YEARLY_PLAN_POINTS,
    tip: 'Best value',
  },
  {
    ...PLAN,
    skuId: FREE_TRIAL_SKU,
    name: 'Premium weekly, first week free',
    skuType: TRIAL_SKU,
    plan: 'weekly',
    cents: WEEKLY_CENTS,
    points: WEEKLY_PLAN_POINTS,
    trialMs: TRIAL_MS,
  },
  { ...PACK, page: 'page2', skuId: 'points_100', name: '100 points', cents: 499, points: 100 },
  { ...PACK, page: 'page2', skuId: 'points_300', name: '300 points', cents: 1199, points: 300 },
  { ...PACK, page: 'page2', skuId: 'points_800', name: '800 points', cents: 2499, points: 800 },
  { ...PACK, page: 'page3', skuId: 'points_2000', name: '2,000 points', cents: 4999, points: 2000 },
  { ...PACK, page: 'page3', skuId: 'points_5000', name: '5,000 points', cents: 9999, points: 5000, tip: 'Best value' },
]

export function findSku(skuId: string): CatalogueSku | undefined {
  return SKUS.find((sku) => sku.skuId === skuId)
}

/** What a plan is sold as, without a trial. */
export function skuOfPlan(plan: Plan): CatalogueSku {
  const sku = SKUS.find(({ skuType, plan: own }) => skuType === SUBSCRIPTION_SKU && own === plan)
  if (sku === undefined) throw new Error(`${plan} is not sold`)
  return sku
}

/** A pack's price for a paying member: half, in whole cents, rounded down. */
export function memberCents({ cents }: CatalogueSku): number {
  return Math.floor(cents * MEMBER_PACK_FACTOR)
}

export const PLAN_NAMES: Record<Plan, string> = { weekly: 'Premium weekly', yearly: 'Premium yearly' }

/** The plan that a payment is for: its own, or that of its order. */
export function planOfPayment(paid: { readonly plan: Plan | null }, order: { readonly skuId: string }): Plan | null {
  return paid.plan ?? findSku(order.skuId)?.plan ?? null
}

/** What a credit on an invoice stands for, beside the plan that it was changed to. */
export function creditedItemName(plan: Plan): string {
  return `Unused time of ${PLAN_NAMES[otherPlan(plan)]}`
}

/** What a promotion code took off, on invoices and receipts. */
export function promotionItemName(code: string): string {
  return `Promotion code ${code}`
}

/** The product name on receipts and mails, from the payment itself, so that catalogue changes do not affect it. */
export function itemName(paid: { readonly cycle: number | null; readonly points: number }, plan: Plan | null): string {
  if (plan === null) return packName(paid.points, 'points')
  return paid.cycle === 0 ? `${PLAN_NAMES[plan]}, free trial` : PLAN_NAMES[plan]
}
