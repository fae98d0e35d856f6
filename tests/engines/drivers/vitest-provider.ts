import { defineBrowserProvider } from '@vitest/browser'
import type { BrowserProviderOption } from 'vitest/node'
import type { OpenBrowser } from './driver.ts'

/** Lets Vitest run browser tests in any browser that can open an address. Other features of a provider, such as a mouse, are missing. */
export function engineProvider(open: () => Promise<OpenBrowser>): BrowserProviderOption {
  return defineBrowserProvider({
    name: 'engine',
    providerFactory: () => {
      let opening: Promise<OpenBrowser> | null = null
      return {
        name: 'engine',
        supportsParallelism: false,
        getCommandsContext: () => ({}),
        async openPage(_, address) {
          opening ??= open()
          const tab = await (await opening).newTab()
          await tab.goTo(address)
        },
        async close() {
          await (await opening)?.close()
        },
      }
    },
  })
}
