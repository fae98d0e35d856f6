import type { Sku } from '#shared/api/catalogue.ts'
import type { Plan } from '#shared/domain/membership-terms.ts'
import type { Shelves } from '../shelves.ts'
import { chargedCents, defaultPlan } from '#shared/domain/sku-price.ts'

/** One plan as this person is offered it. */
export interface PlanOffer {
  readonly plan: Plan
  /** What a press on the button buys; null: it is not for sale, to anybody or to this person. */
  readonly sku: Sku | null
  /** What each paid cycle costs; null: not known yet, a fallback is shown. */
  readonly cycleCents: number | null
  /** Of each paid cycle. */
  readonly points: number | null
  readonly tip: string
  /** The first week is free. */
  readonly isTrial: boolean
  /** This person has it, and it renews. */
  readonly isOwn: boolean
}

interface PlanPerson {
  readonly everSubscribed: boolean
  /** The plan that renews; null where there is none. */
  readonly ownPlan: Plan | null
}

export function planOffers(shelves: Shelves, { everSubscribed, ownPlan }: PlanPerson): readonly [PlanOffer, PlanOffer] {
  const isTrial = defaultPlan(everSubscribed).hasTrialOffer && ownPlan === null && shelves.trial !== null && shelves.weekly !== null
  const weekly = offerOf('weekly', shelves.weekly, ownPlan)
  return [{ ...weekly, isTrial, sku: isTrial ? shelves.trial : weekly.sku }, offerOf('yearly', shelves.yearly, ownPlan)]
}

/** What is chosen as long as nobody has: by the rule, but never what can't be had. */
export function firstChoice(offers: readonly PlanOffer[], { everSubscribed, ownPlan }: PlanPerson): Plan | null {
  const { plan } = defaultPlan(everSubscribed)
  return [plan, ...offers.map((offer) => offer.plan)].find((candidate) => mayHave(candidate, ownPlan)) ?? null
}

/** With a plan that renews only the way from weekly to yearly is open. */
export function mayHave(plan: Plan, ownPlan: Plan | null): boolean {
  return ownPlan === null || (ownPlan === 'weekly' && plan === 'yearly')
}

function offerOf(plan: Plan, sku: Sku | null, ownPlan: Plan | null): PlanOffer {
  return {
    plan,
    sku: mayHave(plan, ownPlan) ? sku : null,
    cycleCents: sku === null ? null : chargedCents(sku),
    points: sku?.points ?? null,
    tip: sku?.skuTips ?? '',
    isTrial: false,
    isOwn: ownPlan === plan,
  }
}
