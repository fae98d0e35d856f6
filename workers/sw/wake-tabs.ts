import { WAKE_MESSAGE } from '#shared/contract/service-worker-messages.ts'

/** The part of the service worker's `clients` in use. */
interface AppTabs {
  matchAll(options: {
    readonly type: 'window'
    readonly includeUncontrolled: true
  }): Promise<readonly { postMessage(message: unknown): void }[]>
}

/** Called when the network is back. The tabs wake the hub, which sends pending work. If no tab is open, the next tab does so. */
export async function wakeTabs(tabs: AppTabs): Promise<void> {
  for (const tab of await tabs.matchAll({ type: 'window', includeUncontrolled: true })) tab.postMessage({ type: WAKE_MESSAGE })
}
