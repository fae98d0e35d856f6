import { WAKE_MESSAGE } from '#shared/contract/service-worker-messages.ts'

/** The part of the service worker's `clients` in use. */
interface AppTabs {
  matchAll(options: {
    readonly type: 'window'
    readonly includeUncontrolled: true
  }): Promise<readonly { postMessage(message: unknown): void }[]>
}

/** The network is back: tabs wake the hub, which sends pending work. Without a tab the next one does so. */
export async function wakeTabs(tabs: AppTabs): Promise<void> {
  for (const tab of await tabs.matchAll({ type: 'window', includeUncontrolled: true })) tab.postMessage({ type: WAKE_MESSAGE })
}
