import { createAttribution } from './attribution.ts'
import { createAttributionRunner } from './attribution-runner.ts'
import { pageDeps } from './attribution-deps.ts'
import { runAttributionBy } from './attribution-state.ts'
import { hubState } from '#src/platform/hub-state.ts'
import { currentIdentity } from '#src/platform/identity.ts'
import { preferences, setPreference } from '#src/platform/preferences.ts'
import { subscribe } from '#src/platform/state.ts'

/** Asks where the person came from as long as they agree, and tells what they pay. Rule: docs/rules.md, "Attribution". */
export function followAttribution(): () => void {
  const runner = createAttributionRunner(createAttribution(pageDeps), pageDeps.local)
  let { orders } = hubState.billing
  let token = ''
  const look = () => void runner.agree(preferences.attributionConsent === 'granted')
  const lookAtHub = () => {
    runner.setOnline(hubState.connection.isOnline)
    const { userToken } = currentIdentity()
    if (userToken !== token) runner.setToken(userToken)
    token = userToken
    const before = orders
    orders = hubState.billing.orders
    const wasOpen = (id: string) => before.some(({ payOrderId, state }) => payOrderId === id && state !== 'success')
    for (const order of orders) if (order.state === 'success' && wasOpen(order.payOrderId)) void runner.paid(order)
  }
  runAttributionBy({
    setSharing: (isAllowed) => runner.setSharing(isAllowed),
    async forget() {
      const forgotten = await runner.forget()
      if (forgotten.ok) setPreference('attributionConsent', 'refused')
      return forgotten
    },
  })
  look()
  const stops = [subscribe(preferences, look), subscribe(hubState, lookAtHub)]
  return () => {
    for (const stop of stops) stop()
  }
}
