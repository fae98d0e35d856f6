import { useEffect, useState } from 'react'
import type { Plan } from '#shared/domain/membership-terms.ts'
import { hubState } from '#src/platform/hub-state.ts'
import { membership } from '../membership-state.ts'
import { useSnapshot } from '#src/platform/state.ts'
import { needSubscription, subscriptionState } from '../subscription.ts'
import { type PlanOffer, firstChoice, mayHave, planOffers } from './plan-offers.ts'
import { useCatalogueGroups } from '../catalogue-groups.ts'

interface PlanShop {
  readonly offers: readonly PlanOffer[]
  /** Null when this account can't choose any plan. */
  readonly chosen: PlanOffer | null
  readonly choose: (plan: Plan) => void
  readonly canBuy: boolean
  /** The plan that the own one can be changed to in the settings, which credits the time that is left. */
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
