import { WAKE_MESSAGE } from '#shared/contract/service-worker-messages.ts'

/** What this needs of the service worker's `clients`. */
interface AppTabs {
  matchAll(options: {
    readonly type: 'window'
    readonly includeUncontrolled: true
  }): Promise<readonly { postMessage(message: unknown): void }[]>
}

/** The network is back: tabs wake the hub, which sends. Without a tab nothing happens; the next one sends. */
export async function wakeTabs(tabs: AppTabs): Promise<void> {
  for (const tab of await tabs.matchAll({ type: 'window', includeUncontrolled: true })) tab.postMessage({ type: WAKE_MESSAGE })
}
