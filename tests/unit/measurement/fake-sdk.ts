import { type AttributionDeps, type Sdk, createAttribution } from '#src/measurement/attribution/attribution-sdk.ts'
import { SDK_MEMORY_KEY } from '#src/measurement/attribution/attribution-state.ts'

/**
 * A fake of the SDK's methods that the product uses. It records the calls. After `stop` or `gdprForgetMe` it stays disabled, as the real
 * one does.
 */
export function createAttributionWorld(changes: Partial<AttributionDeps> = {}) {
  const storedValues = new Map<string, string>()
  const calls: unknown[][] = []
  const requestedPaths: string[] = []
  const storeMemory = (reason: number, isPending = 0) =>
    storedValues.set(SDK_MEMORY_KEY, JSON.stringify({ sd: { r: reason, p: isPending } }))
  const isForgotten = () => storedValues.get(SDK_MEMORY_KEY)?.includes('"r":2') === true
  const recordCall =
    (name: string) =>
    (...args: unknown[]) =>
      void calls.push([name, ...args])
  class ThirdPartySharing {
    readonly entries: unknown[] = []
    readonly isEnabled: boolean
    constructor(isEnabled: boolean) {
      this.isEnabled = isEnabled
    }
    addGranularOption(...entry: unknown[]) {
      this.entries.push(entry)
    }
    addPartnerSharingSetting(...entry: unknown[]) {
      this.entries.push(entry)
    }
  }
  let trackEvent = async (..._: unknown[]): Promise<void> => undefined
  let onAttribution: ((name: string, attribution: { adid: string; network?: string }) => void) | undefined
  const sdk = {
    initSdk(options: { attributionCallback: typeof onAttribution }) {
      onAttribution = options.attributionCallback
      calls.push(['initSdk', options])
    },
    addGlobalCallbackParameters: recordCall('addGlobalCallbackParameters'),
    addGlobalPartnerParameters: recordCall('addGlobalPartnerParameters'),
    switchToOfflineMode: recordCall('switchToOfflineMode'),
    switchBackToOnlineMode: recordCall('switchBackToOnlineMode'),
    setReferrer: recordCall('setReferrer'),
    restart() {
      calls.push(['restart'])
      if (!isForgotten()) storedValues.delete(SDK_MEMORY_KEY)
    },
    stop() {
      calls.push(['stop'])
      if (!isForgotten()) storeMemory(1)
    },
    gdprForgetMe() {
      calls.push(['gdprForgetMe'])
      storeMemory(2, 1)
    },
    trackThirdPartySharing: ({ isEnabled, entries }: ThirdPartySharing) => void calls.push(['share', isEnabled, entries]),
    async trackEvent(event: unknown) {
      await trackEvent(event)
      calls.push(['trackEvent', event])
    },
    ThirdPartySharing,
  }
  const local: AttributionDeps['local'] = {
    read: (key) => storedValues.get(key) ?? null,
    write: (key, value) => void storedValues.set(key, value),
    remove: (key) => void storedValues.delete(key),
  }
  const deps: AttributionDeps = {
    fetch: async (path) => {
      requestedPaths.push(path)
      return Response.json({ is_on: true })
    },
    wait: async () => undefined,
    loadSdk: async () => {
      calls.push(['load'])
      return sdk as unknown as Sdk
    },
    requestAppInfo: async () => ({ app_key: 'app', app_environment: 'sandbox' }),
    readAccount: async () => calls.push(['readAccount']),
    userToken: () => 'token-1',
    address: { protocol: 'https:', host: 'kinora.test' },
    referrer: () => undefined,
    local,
    nowMs: () => 5,
    ...changes,
  }
  return {
    attribution: createAttribution(deps),
    local,
    storedValues,
    requestedPaths,
    calls,
    names: () => calls.map(([name]) => name),
    /** Stores what the SDK stores when its server has confirmed that it deleted the user's data. */
    confirmForgetting: () => storeMemory(2),
    receive: (attribution: { adid: string; network?: string }) => onAttribution?.('attribution:change', attribution),
    failEvents: (error: unknown) => {
      trackEvent = async () => {
        throw error
      }
    },
  }
}
