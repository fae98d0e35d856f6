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
  let read: string | null = null
  let hasFailed = false
  let wasOnline = true
  /** How often the connection has come back since the start. */
  let returns = 0

  async function readFor(wanted: string): Promise<void> {
    read = wanted
    hasFailed = false
    const returnsBefore = returns
    const isDone = await load()
    if (read !== wanted || isDone) return
    // The connection came back during the failed load, so no later reconnect would repeat the load.
    if (returns !== returnsBefore && wasOnline) await readFor(wanted)
    else hasFailed = true
  }

  return {
    loadMissing({ businessUserId, historyVersion, isOnline, isVisible }: HistoryFacts): void {
      if (isOnline && !wasOnline) returns += 1
      if (isOnline && !wasOnline && hasFailed) read = null
      wasOnline = isOnline
      const wanted = `${businessUserId}/${historyVersion}`
      if (businessUserId === '' || !isOnline || !isVisible || wanted === read) return
      void readFor(wanted)
    },
    /** Called when the stored histories were deleted from this device. */
    forget(): void {
      read = null
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
  const check = () => {
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
    check()
  })
  subscribeKeys(hubState, ['identity', 'billing', 'connection'], check)
  document.addEventListener('visibilitychange', check)
  check()
}
