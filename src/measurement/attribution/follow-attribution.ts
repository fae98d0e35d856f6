import { hubState, subscribe } from '#src/store/state.ts'
import { currentIdentity } from '#src/hub-client/identity.ts'
import { preferences, setPreference } from '#src/store/preferences.ts'
import { hub } from '#src/hub-client/hub-client.ts'
import { requestAppInfo } from '#src/hub-client/app-info.ts'
import { readLocal, removeLocal, writeLocal } from '#src/store/local-values.ts'
import { type AttributionDeps, createAttribution, landingReferrer } from './attribution-sdk.ts'
import { createAttributionRunner } from './attribution-runner.ts'
import { runAttributionBy } from './attribution-state.ts'

/** Runs the attribution while the user's consent is granted, and tracks payments. Rule: docs/measurement.md, "Attribution". */
export function followAttribution(): () => void {
  const runner = createAttributionRunner(createAttribution(pageDeps), pageDeps.local)
  let { orders } = hubState.billing
  let sentToken = ''
  const applyConsent = () => void runner.setConsent(preferences.attributionConsent === 'granted')
  const followHub = () => {
    runner.setOnline(hubState.connection.isOnline)
    const { userToken } = currentIdentity()
    if (userToken !== sentToken) runner.setToken(userToken)
    sentToken = userToken
    const previousOrders = orders
    orders = hubState.billing.orders
    const wasOpen = (id: string) => previousOrders.some(({ payOrderId, state }) => payOrderId === id && state !== 'success')
    for (const order of orders) if (order.state === 'success' && wasOpen(order.payOrderId)) void runner.trackPayment(order)
  }
  runAttributionBy({
    setSharing: (isAllowed) => runner.setSharing(isAllowed),
    async forget() {
      const result = await runner.forget()
      if (result.ok) setPreference('attributionConsent', 'refused')
      return result
    },
  })
  applyConsent()
  // Follows all topics of the hub's state, because this page stores a new token a moment after the hub has published the identity.
  const stops = [subscribe(preferences, applyConsent), subscribe(hubState, followHub)]
  return () => {
    for (const stop of stops) stop()
  }
}

export const pageDeps: AttributionDeps = {
  fetch: (path, init) => fetch(path, init),
  wait: waitFor,
  loadSdk: async () => (await import('@adjustcom/adjust-web-sdk')).default,
  requestAppInfo,
  readAccount: () => hub.api.refreshAccount(),
  userToken: () => currentIdentity().userToken,
  address: location,
  referrer: () => landingReferrer(landingAddress(), document.referrer),
  local: { read: readLocal, write: writeLocal, remove: removeLocal },
  nowMs: Date.now,
}

/** The address at which the visit started. */
function landingAddress(): string {
  return performance.getEntriesByType('navigation')[0]?.name ?? location.href
}

function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
