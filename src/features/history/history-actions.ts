import { queryTask } from '#shared/api/generation.ts'
import { hub } from '#src/bridge/hub-client.ts'
import { api } from '#src/lib/api.ts'
import { marksNowMs, onMutations } from '#src/lib/creation-marks.ts'
import type { HistoryList } from './create-history-list.ts'
import { allLists, eraseKept, keptLists, readyList } from './history-lists.ts'
import { noteAsked } from './marked-creations.ts'

/** Raised when the account changes: what was asked for before is nobody's any more. */
let era = 0
/** Lists on the screen, beside the finished videos. */
const watched = new Map<HistoryList, number>()

/** Another account, or none, is there now: its lists begin empty, here and on the device. */
export async function forgetHistory(): Promise<void> {
  era += 1
  for (const list of allLists()) list.forget()
  await eraseKept()
}

/** Loads the finished videos, and whatever other list is on the screen. */
export async function loadHistory(): Promise<void> {
  await Promise.all([...new Set([readyList, ...watched.keys()])].map((list) => list.load()))
}

/** Has a list loaded anew with the account, and after a restoration, as long as it is on the screen. */
export function watchList(list: HistoryList): () => void {
  watched.set(list, (watched.get(list) ?? 0) + 1)
  const stopHearing = onMutations({
    onDone({ kind }) {
      void list.settle()
      if (kind === 'restore') void list.load()
    },
  })
  return () => {
    stopHearing()
    const left = (watched.get(list) ?? 1) - 1
    if (left === 0) watched.delete(list)
    else watched.set(list, left)
  }
}

/** Fetches one creation that has ended, and puts its task away when there is none. False when it should be tried again. */
export async function fetchCreation(taskId: string): Promise<boolean> {
  const asked = era
  const askedAtMs = marksNowMs()
  const answer = await api.call(queryTask, { taskId })
  if (asked !== era) return true
  if (!answer.ok) {
    if (answer.error.retry !== 'never') return false
    await hub.api.dismissFinished(taskId)
    return true
  }
  noteAsked([answer.value], askedAtMs)
  await Promise.all([...new Set([...keptLists, ...watched.keys()])].map((list) => list.put(answer.value)))
  return true
}
