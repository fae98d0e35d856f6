import { onForgetBilling } from '../billing-store.ts'
import { hubState } from '#src/platform/hub-state.ts'
import { subscribe } from '#src/platform/state.ts'
import { HISTORIES } from './history-lists.ts'

/** What a reading depends on. */
interface HistoryFacts {
  /** '' for a visitor. */
  readonly businessUserId: string
  /** Grows when a payment or a plan has changed what the histories tell. */
  readonly historyVersion: number
  readonly isOnline: boolean
  /** One tab in sight reads for all, since they share what is kept. */
  readonly isVisible: boolean
}

/** Reads an account's histories at its arrival and after each change of them; a reading that failed is repeated once the connection is back. */
export function createHistoryKeeper(load: () => Promise<boolean>) {
  let read: string | null = null
  let hasFailed = false
  let wasOnline = true

  async function readFor(wanted: string): Promise<void> {
    read = wanted
    hasFailed = false
    const isDone = await load()
    if (read === wanted) hasFailed = !isDone
  }

  return {
    look({ businessUserId, historyVersion, isOnline, isVisible }: HistoryFacts): void {
      if (isOnline && !wasOnline && hasFailed) read = null
      wasOnline = isOnline
      const wanted = `${businessUserId}/${historyVersion}`
      if (businessUserId === '' || !isOnline || !isVisible || wanted === read) return
      void readFor(wanted)
    },
    /** What was read has been taken off this device. */
    forget(): void {
      read = null
    },
  }
}

/** Keeps both histories of an account on this device, so that they can be read offline although no dialog was opened. */
export function keepHistories(): void {
  const histories = Object.values(HISTORIES)
  const keeper = createHistoryKeeper(async () => {
    await Promise.all(histories.map(({ list }) => list.load()))
    return histories.every(({ state }) => state.status === 'ready')
  })
  const look = () => {
    const { identity, billing, connection } = hubState
    keeper.look({
      businessUserId: identity?.businessUserId ?? '',
      historyVersion: billing.historyVersion,
      isOnline: connection.isOnline,
      isVisible: document.visibilityState === 'visible',
    })
  }
  onForgetBilling(() => {
    keeper.forget()
    look()
  })
  subscribe(hubState, look)
  document.addEventListener('visibilitychange', look)
  look()
}
