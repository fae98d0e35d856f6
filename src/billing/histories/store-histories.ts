import { onForgetBilling } from '../billing-store.ts'
import { hubState } from '#src/store/state.ts'
import { subscribeKeys } from '#src/store/subscribe-keys.ts'
import { HISTORIES } from '../history-lists.ts'

interface HistoryFacts {
  /** '' for a visitor. */
  readonly businessUserId: string
  /** Increases when a payment or plan has changed the histories. */
  readonly historyVersion: number
  readonly isOnline: boolean
  /** One visible tab loads for all, because they share the stored copy. */
  readonly isVisible: boolean
}

/** Loads an account's histories at login and after each change; a failed load is repeated once the connection is back. */
export function createHistoryLoader(load: () => Promise<boolean>) {
  let read: string | null = null
  let hasFailed = false
  let wasOnline = true
  /** The number of reconnects. */
  let returns = 0

  async function readFor(wanted: string): Promise<void> {
    read = wanted
    hasFailed = false
    const returnsBefore = returns
    const isDone = await load()
    if (read !== wanted || isDone) return
    // The reconnect happened during the load, so no later one repeats it.
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
    /** The loaded data was deleted from this device. */
    forget(): void {
      read = null
    },
  }
}

/** Stores both histories of an account on this device, so that they are available offline without an open dialog. */
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
