import { hub } from '#src/platform/hub-client.ts'
import { readAppInfo } from '#src/platform/app-info.ts'
import { currentIdentity } from '#src/platform/identity.ts'
import { readLocal, removeLocal, writeLocal } from '#src/platform/local-values.ts'
import type { AttributionDeps } from './attribution.ts'
import { landingReferrer } from './landing-referrer.ts'

/** Attribution on this page. */
export const pageDeps: AttributionDeps = {
  fetch: (path, init) => fetch(path, init),
  wait: waitFor,
  loadSdk: async () => (await import('@adjustcom/adjust-web-sdk')).default,
  readAppInfo,
  readAccount: () => hub.api.refreshAccount(),
  userToken: () => currentIdentity().userToken,
  place: location,
  referrer: () => landingReferrer(landingAddress(), document.referrer),
  local: { read: readLocal, write: writeLocal, remove: removeLocal },
  nowMs: Date.now,
}

/** The address the person came to, wherever they are by now. */
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
