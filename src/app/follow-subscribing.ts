import type { PendingOrder } from '#shared/contract/billing-contract.ts'
import type { RouteName } from '#shared/domain/route-patterns.ts'
import { changesMembership } from '#shared/domain/membership.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { subscribe } from '#src/lib/state.ts'

type Order = Pick<PendingOrder, 'payOrderId' | 'skuType' | 'state'>

/** Screens that have nothing more for who has just subscribed. */
export function isLeftBySubscribing(screen: RouteName | undefined): boolean {
  return screen === 'landing' || screen === 'pricing'
}

/** Whether an order of a plan or a trial has come to its good end. One that had ended before this page knew it is no news. */
export function hasSubscribed(before: readonly Order[], now: readonly Order[]): boolean {
  const isOpen = (id: string) => before.some(({ payOrderId, state }) => payOrderId === id && state !== 'success')
  return now.some(({ payOrderId, skuType, state }) => state === 'success' && changesMembership(skuType) && isOpen(payOrderId))
}

/** Tells each time somebody has subscribed, in whichever tab they paid. Returns how to stop. */
export function followSubscribing(onSubscribed: () => void): () => void {
  let known = hubState.billing.orders
  return subscribe(hubState, () => {
    const before = known
    known = hubState.billing.orders
    if (before !== known && hasSubscribed(before, known)) onSubscribed()
  })
}
