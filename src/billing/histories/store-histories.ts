import { onForgetBilling } from '../billing-store.ts'
import { hubState } from '#src/store/state.ts'
import { subscribeKeys } from '#src/store/subscribe-keys.ts'
import { HISTORIES } from '../history-lists.ts'

interface HistoryFacts {
  /** The account; '' for a visitor. */
  readonly businessUserId: string
  /** Increases when a payment or a plan has changed the histories. */
  readonly historyVersion: number
  readonly isOnline: boolean
  /** Whether this tab is visible. Only a visible tab loads, because all tabs share the stored copy. */
  readonly isVisible: boolean
}

/** Loads an account's histories after its login and after each change. A failed load is repeated after the next reconnect. */
export function createHistoryLoader(load: () => Promise<boolean>) {
  let requestedKey: string | null = null
  let hasFailed = false
  let wasOnline = true
  /** How often the connection has come back since the start. */
  let reconnectCount = 0

  async function loadHistories(wantedKey: string): Promise<void> {
    requestedKey = wantedKey
    hasFailed = false
    const countBeforeLoad = reconnectCount
    const isLoaded = await load()
    if (requestedKey !== wantedKey || isLoaded) return
    // The connection came back during the failed load, so no later reconnect would repeat the load.
    if (reconnectCount !== countBeforeLoad && wasOnline) await loadHistories(wantedKey)
    else hasFailed = true
  }

  return {
    loadMissing({ businessUserId, historyVersion, isOnline, isVisible }: HistoryFacts): void {
      if (isOnline && !wasOnline) reconnectCount += 1
      if (isOnline && !wasOnline && hasFailed) requestedKey = null
      wasOnline = isOnline
      const wantedKey = `${businessUserId}/${historyVersion}`
      if (businessUserId === '' || !isOnline || !isVisible || wantedKey === requestedKey) return
      void loadHistories(wantedKey)
    },
    /** Called when the stored histories were deleted from this device. The next `loadMissing` then loads them again. */
    forget(): void {
      requestedKey = null
    },
  }
}

/** Stores both histories of an account on this device, so that they can be read offline even if their dialog was never opened. */
export function storeHistories(): void {
  const histories = Object.values(HISTORIES)
  const historyLoader = createHistoryLoader(async () => {
    await Promise.all(histories.map(({ list }) => list.load()))
    return histories.every(({ state }) => state.status === 'ready')
  })
  const loadIfChanged = () => {
    const { identity, billing, connection } = hubState
    historyLoader.loadMissing({
      businessUserId: identity?.businessUserId ?? '',
      historyVersion: billing.historyVersion,
      isOnline: connection.isOnline,
      isVisible: document.visibilityState === 'visible',
    })
  }
  onForgetBilling(() => {
    historyLoader.forget()
    loadIfChanged()
  })
  subscribeKeys(hubState, ['identity', 'billing', 'connection'], loadIfChanged)
  document.addEventListener('visibilitychange', loadIfChanged)
  loadIfChanged()
}
