import type { Page } from '@playwright/test'
import { WAKE_MESSAGE } from '#shared/contract/service-worker-messages.ts'

const AGAIN_MS = 1000

/**
 * The browser tells this tab that the network is back, as its background sync does: the hub tries at once instead of after its pause. It
 * is told again each second, because a try that was under way may have failed just then.
 */
export async function tellNetworkIsBack(page: Page): Promise<void> {
  await page.evaluate(
    ([type, everyMs]) => {
      const tell = () => navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: { type } }))
      tell()
      setInterval(tell, everyMs)
    },
    [WAKE_MESSAGE, AGAIN_MS] as const,
  )
}
