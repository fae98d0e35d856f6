import { useEffect } from 'react'
import { linkTo, useLocation } from '#src/routing/routes.ts'
import type { RouteName } from '#shared/domain/screens.ts'
import type { PendingOrder } from '#shared/contract/billing-contract.ts'
import { changesMembership } from '#shared/domain/sku-rules.ts'
import { hubState } from '#src/store/state.ts'
import { subscribeKeys } from '#src/store/subscribe-keys.ts'

/** Redirects a new member from the start page and the prices to the home screen. */
export function useHomeAfterSubscribing(screen: RouteName | undefined): void {
  const [, navigate] = useLocation()
  const isLeft = isLeftBySubscribing(screen)
  useEffect(() => (isLeft ? followSubscribing(() => navigate(linkTo('home'), { replace: true })) : undefined), [isLeft, navigate])
}

type Order = Pick<PendingOrder, 'payOrderId' | 'skuType' | 'state'>

/** The screens a new member is redirected from. */
export function isLeftBySubscribing(screen: RouteName | undefined): boolean {
  return screen === 'landing' || screen === 'pricing'
}

/** Whether a plan or trial order has succeeded. An order that ended before this page's first snapshot does not count. */
export function hasSubscribed(before: readonly Order[], now: readonly Order[]): boolean {
  const isOpen = (id: string) => before.some(({ payOrderId, state }) => payOrderId === id && state !== 'success')
  return now.some(({ payOrderId, skuType, state }) => state === 'success' && changesMembership(skuType) && isOpen(payOrderId))
}

/** Calls back after each new subscription, in any tab. Returns a function that stops it. */
export function followSubscribing(onSubscribed: () => void): () => void {
  let known = hubState.billing.orders
  return subscribeKeys(hubState, ['billing'], () => {
    const before = known
    known = hubState.billing.orders
    if (hasSubscribed(before, known)) onSubscribed()
  })
}
