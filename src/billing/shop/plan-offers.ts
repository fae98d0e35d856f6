import { useEffect, useState } from 'react'
import type { Sku } from '#shared/api/catalogue.ts'
import type { Plan } from '#shared/domain/membership-terms.ts'
import { defaultPlan } from '#shared/domain/default-plan.ts'
import { BASE_CURRENCY, chargedCents } from '#shared/domain/sku-rules.ts'
import { hubState, useSnapshot } from '#src/store/state.ts'
import { type CatalogueGroups, useCatalogueGroups } from '../catalogue-groups.ts'
import { membership } from '../membership-state.ts'
import { needSubscription, subscriptionState } from '../subscription.ts'

export interface PlanOffer {
  readonly plan: Plan
  /** The SKU the button buys; null if it is not for sale, at all or to this account. */
  readonly sku: Sku | null
  /** The price of each paid cycle; null while unknown, when a fallback is shown. */
  readonly cycleCents: number | null
  readonly currencyCode: string
  /** Per paid cycle. */
  readonly points: number | null
  readonly tip: string
  /** Whether the first week is free. */
  readonly isTrial: boolean
  /** Whether it is this account's renewing plan. */
  readonly isOwn: boolean
}

interface PlanPerson {
  readonly everSubscribed: boolean
  /** The renewing plan; null without one. */
  readonly ownPlan: Plan | null
}

export function planOffers(groups: CatalogueGroups, { everSubscribed, ownPlan }: PlanPerson): readonly [PlanOffer, PlanOffer] {
  const isTrial = defaultPlan(everSubscribed).hasTrialOffer && ownPlan === null && groups.trial !== null && groups.weekly !== null
  const weekly = offerOf('weekly', groups.weekly, ownPlan)
  return [{ ...weekly, isTrial, sku: isTrial ? groups.trial : weekly.sku }, offerOf('yearly', groups.yearly, ownPlan)]
}

/** The default choice by the rule, but never an unavailable plan. */
export function firstChoice(offers: readonly PlanOffer[], { everSubscribed, ownPlan }: PlanPerson): Plan | null {
  const { plan } = defaultPlan(everSubscribed)
  return [plan, ...offers.map((offer) => offer.plan)].find((candidate) => mayHave(candidate, ownPlan)) ?? null
}

/** A renewing plan can only be changed from weekly to yearly. */
function mayHave(plan: Plan, ownPlan: Plan | null): boolean {
  return ownPlan === null || (ownPlan === 'weekly' && plan === 'yearly')
}

function offerOf(plan: Plan, sku: Sku | null, ownPlan: Plan | null): PlanOffer {
  return {
    plan,
    sku: mayHave(plan, ownPlan) ? sku : null,
    cycleCents: sku === null ? null : chargedCents(sku),
    currencyCode: sku?.currencyCode ?? BASE_CURRENCY,
    points: sku?.points ?? null,
    tip: sku?.skuTips ?? '',
    isTrial: false,
    isOwn: ownPlan === plan,
  }
}

interface PlanShop {
  readonly offers: readonly PlanOffer[]
  /** Null when this account can't choose any plan. */
  readonly chosen: PlanOffer | null
  readonly choose: (plan: Plan) => void
  readonly canBuy: boolean
  /** The plan that the settings can change the current plan to, with a credit for the remaining time. */
  readonly changesTo: Plan | null
}

/** The plans offered to this account, and the chosen one. */
export function usePlanShop(): PlanShop {
  const { groups, canBuy } = useCatalogueGroups()
  const { account } = useSnapshot(hubState)
  const { ownPlan, changesTo, isKnown } = useOwnPlan()
  const [choice, choose] = useState<Plan | null>(null)
  const person = { everSubscribed: account?.isLoggedIn === true && account.everSubscribed, ownPlan }
  const offers = planOffers(groups, person)
  const plan = choice !== null && mayHave(choice, ownPlan) ? choice : firstChoice(offers, person)
  return { offers, chosen: offers.find((offer) => offer.plan === plan) ?? null, choose, canBuy: canBuy && isKnown, changesTo }
}

/** Only members have a plan to request. */
function useOwnPlan(): { readonly ownPlan: Plan | null; readonly changesTo: Plan | null; readonly isKnown: boolean } {
  const { isActive } = useSnapshot(membership)
  const { status, subscription } = useSnapshot(subscriptionState)
  useEffect(() => {
    if (isActive) needSubscription()
  }, [isActive])
  const ownPlan = subscription !== null && subscription.renewsAt !== null ? subscription.plan : null
  return { ownPlan, changesTo: subscription?.changeTo ?? null, isKnown: !isActive || status === 'there' || status === 'none' }
}
