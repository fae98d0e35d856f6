import type { CheckoutHub } from './checkout-deps.ts'
import { isMembershipActive } from '#shared/domain/membership.ts'
import { hub } from '#src/bridge/hub-client.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { membership } from '#src/lib/membership.ts'
import { subscribe } from '#src/lib/state.ts'

/** The hub of this page. It learns of a lost network by its own calls only, so the browser's word counts as well. */
export const pageHub: CheckoutHub = {
  createOrder: (intent) => hub.api.createOrder(intent),
  confirmOrder: (payOrderId) => hub.api.confirmOrder(payOrderId),
  dropOrder: (payOrderId) => hub.api.dropOrder(payOrderId),
  read: () => ({
    orders: hubState.billing.orders,
    isOnline: hubState.connection.isOnline && navigator.onLine,
  }),
  async checkMembership() {
    const account = await hub.api.refreshAccount()
    return account.ok ? account.value.isLoggedIn && isMembershipActive(account.value, Date.now()) : membership.isActive
  },
  subscribe(listener) {
    const unsubscribe = subscribe(hubState, listener)
    addEventListener('online', listener)
    addEventListener('offline', listener)
    return () => {
      unsubscribe()
      removeEventListener('online', listener)
      removeEventListener('offline', listener)
    }
  },
}
