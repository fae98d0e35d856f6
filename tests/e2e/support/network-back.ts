import type { Page } from '@playwright/test'
import { WAKE_MESSAGE } from '#shared/contract/service-worker-messages.ts'

const REPEAT_MS = 1000

/**
 * Sends the service worker's wake message in this tab each second, so that the hub retries at once instead of after its pause. One message
 * is not enough: an attempt that runs at that time may still fail.
 */
export async function repeatWakeMessage(page: Page): Promise<void> {
  await page.evaluate(
    ([type, everyMs]) => {
      const sendWakeMessage = () => navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: { type } }))
      sendWakeMessage()
      setInterval(sendWakeMessage, everyMs)
    },
    [WAKE_MESSAGE, REPEAT_MS] as const,
  )
}
