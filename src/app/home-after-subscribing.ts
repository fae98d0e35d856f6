import { useEffect } from 'react'
import { linkTo, useLocation } from '#src/routing/routes.ts'
import type { RouteName } from '#shared/domain/screens.ts'
import type { PendingOrder } from '#shared/contract/billing-contract.ts'
import { changesMembership } from '#shared/domain/sku-rules.ts'
import { hubState } from '#src/store/state.ts'
import { subscribeKeys } from '#src/store/subscribe-keys.ts'

/** Opens the home screen when the user becomes a member on the landing page or the pricing page. */
export function useHomeAfterSubscribing(screen: RouteName | undefined): void {
  const [, navigate] = useLocation()
  const mustRedirect = redirectsNewMembers(screen)
  useEffect(
    () => (mustRedirect ? followSubscribing(() => navigate(linkTo('home'), { replace: true })) : undefined),
    [mustRedirect, navigate],
  )
}

type Order = Pick<PendingOrder, 'payOrderId' | 'skuType' | 'state'>

/** Whether a new member is redirected from this screen. */
export function redirectsNewMembers(screen: RouteName | undefined): boolean {
  return screen === 'landing' || screen === 'pricing'
}

/**
 * Whether the order of a plan or trial has succeeded between two snapshots of the hub. An order that had already succeeded before
 * does not count.
 */
export function hasSubscribed(previousOrders: readonly Order[], currentOrders: readonly Order[]): boolean {
  const wasPending = (id: string) => previousOrders.some(({ payOrderId, state }) => payOrderId === id && state !== 'success')
  return currentOrders.some(({ payOrderId, skuType, state }) => state === 'success' && changesMembership(skuType) && wasPending(payOrderId))
}

/** Calls `onSubscribed` when the order of a plan or trial succeeds, whichever tab created it. The returned function ends the calls. */
export function followSubscribing(onSubscribed: () => void): () => void {
  let currentOrders = hubState.billing.orders
  return subscribeKeys(hubState, ['billing'], () => {
    const previousOrders = currentOrders
    currentOrders = hubState.billing.orders
    if (hasSubscribed(previousOrders, currentOrders)) onSubscribed()
  })
}
