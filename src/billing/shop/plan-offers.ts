import { useEffect, useState } from 'react'
import type { Sku } from '#shared/api/catalogue.ts'
import type { Plan } from '#shared/domain/membership-terms.ts'
import { defaultPlan } from '#shared/domain/default-plan.ts'
import { BASE_CURRENCY, chargedCents } from '#shared/domain/sku-rules.ts'
import { hubState, useSnapshot } from '#src/store/state.ts'
import { type CatalogueGroups, useCatalogueGroups } from '../catalogue-groups.ts'
import { membership } from '../membership-state.ts'
import { ensureSubscription, subscriptionState } from '../subscription.ts'

export interface PlanOffer {
  readonly plan: Plan
  /** The SKU that the button buys; null if the plan is not for sale or this account can't buy it. */
  readonly sku: Sku | null
  /** The price per billing cycle; null while unknown (the page then shows a fallback). */
  readonly cycleCents: number | null
  readonly currencyCode: string
  /** The points per billing cycle; null while unknown. */
  readonly points: number | null
  readonly tip: string
  /** Whether the first week is free. */
  readonly isTrial: boolean
  /** Whether this plan is the account's current plan and renews. */
  readonly isCurrentPlan: boolean
}

interface PlanBuyer {
  readonly everSubscribed: boolean
  /** The account's plan if it renews; else null. */
  readonly ownPlan: Plan | null
}

export function planOffers(groups: CatalogueGroups, { everSubscribed, ownPlan }: PlanBuyer): readonly [PlanOffer, PlanOffer] {
  const isTrial = defaultPlan(everSubscribed).hasTrialOffer && ownPlan === null && groups.trial !== null && groups.weekly !== null
  const weekly = offerOf('weekly', groups.weekly, ownPlan)
  return [{ ...weekly, isTrial, sku: isTrial ? groups.trial : weekly.sku }, offerOf('yearly', groups.yearly, ownPlan)]
}

/** The plan that is selected at first: the default plan, or another one if this account can't have the default. */
export function firstPlan(offers: readonly PlanOffer[], { everSubscribed, ownPlan }: PlanBuyer): Plan | null {
  const { plan } = defaultPlan(everSubscribed)
  return [plan, ...offers.map((offer) => offer.plan)].find((candidate) => canSwitchTo(candidate, ownPlan)) ?? null
}

/** Whether this account can buy the plan. An account with a renewing plan can only change from weekly to yearly. */
function canSwitchTo(plan: Plan, ownPlan: Plan | null): boolean {
  return ownPlan === null || (ownPlan === 'weekly' && plan === 'yearly')
}

function offerOf(plan: Plan, sku: Sku | null, ownPlan: Plan | null): PlanOffer {
  return {
    plan,
    sku: canSwitchTo(plan, ownPlan) ? sku : null,
    cycleCents: sku === null ? null : chargedCents(sku),
    currencyCode: sku?.currencyCode ?? BASE_CURRENCY,
    points: sku?.points ?? null,
    tip: sku?.skuTips ?? '',
    isTrial: false,
    isCurrentPlan: ownPlan === plan,
  }
}

interface PlanShop {
  readonly offers: readonly PlanOffer[]
  /** The selected plan; null if this account can't choose any plan. */
  readonly chosenOffer: PlanOffer | null
  readonly choosePlan: (plan: Plan) => void
  readonly canBuy: boolean
  /** The plan to which the user can change in the settings, with a credit for the remaining time; null if there is none. */
  readonly changeTarget: Plan | null
}

/** The plans offered to this account, and the chosen one. */
export function usePlanShop(): PlanShop {
  const { groups, canBuy } = useCatalogueGroups()
  const { account } = useSnapshot(hubState)
  const { ownPlan, changeTarget, isPlanKnown } = useOwnPlan()
  const [chosenPlan, choosePlan] = useState<Plan | null>(null)
  const buyer = { everSubscribed: account?.isLoggedIn === true && account.everSubscribed, ownPlan }
  const offers = planOffers(groups, buyer)
  const plan = chosenPlan !== null && canSwitchTo(chosenPlan, ownPlan) ? chosenPlan : firstPlan(offers, buyer)
  return {
    offers,
    chosenOffer: offers.find((offer) => offer.plan === plan) ?? null,
    choosePlan,
    canBuy: canBuy && isPlanKnown,
    changeTarget,
  }
}

/** The account's plan. It is requested for members only, because no other account has one. */
function useOwnPlan(): { readonly ownPlan: Plan | null; readonly changeTarget: Plan | null; readonly isPlanKnown: boolean } {
  const { isActive } = useSnapshot(membership)
  const { status, subscription } = useSnapshot(subscriptionState)
  useEffect(() => {
    if (isActive) ensureSubscription()
  }, [isActive])
  const ownPlan = subscription !== null && subscription.renewsAt !== null ? subscription.plan : null
  return { ownPlan, changeTarget: subscription?.changeTo ?? null, isPlanKnown: !isActive || status === 'there' || status === 'none' }
}
