import type { ApiClient } from '#shared/api/client.ts'
import { isCallerRefused } from '#shared/api/account-check.ts'
import { queryTask } from '#shared/api/generation.ts'
import { type HubCalls, hub } from '#src/hub-client/hub-client.ts'
import { api } from '#src/hub-client/api.ts'
import { changesNowMs, onMutations, noteRequestTime } from '../creation-mutations.ts'
import type { HistoryList } from '../history-list.ts'
import { allLists, eraseStoredLists, storedLists, readyList } from '../history-lists.ts'

interface HistoryDeps {
  readonly call: ApiClient['call']
  readonly dismissFinished: HubCalls['dismissFinished']
}

export function createHistoryActions({ call, dismissFinished }: HistoryDeps) {
  /** Increases when the account changes. Answers to earlier requests are then ignored. */
  let generation = 0
  /** The lists on the screen, with the number of components that show each one. */
  const watchedLists = new Map<HistoryList, number>()

  /** Called after a change of account: empties all lists, in memory and on the device. */
  async function forgetHistory(): Promise<void> {
    generation += 1
    for (const list of allLists()) list.forget()
    await eraseStoredLists()
  }

  async function loadHistory(): Promise<void> {
    await Promise.all([...new Set([readyList, ...watchedLists.keys()])].map((list) => list.load()))
  }

  /** Marks a list as shown: it is loaded again after a change of account and after an undo. The returned function removes the mark. */
  function watchList(list: HistoryList): () => void {
    watchedLists.set(list, (watchedLists.get(list) ?? 0) + 1)
    const unsubscribe = onMutations({
      onDone({ kind }) {
        void list.updateCopy()
        if (kind === 'restore') void list.reload()
      },
    })
    return () => {
      unsubscribe()
      const watcherCount = (watchedLists.get(list) ?? 1) - 1
      if (watcherCount === 0) watchedLists.delete(list)
      else watchedLists.set(list, watcherCount)
    }
  }

  /**
   * Fetches the creation that belongs to an ended task. If it does not exist, the task is dismissed. False if the fetch must be tried
   * again. After an authentication error the task stays for the account that owns it.
   */
  async function fetchCreation(taskId: string): Promise<boolean> {
    const requestGeneration = generation
    const askedAtMs = changesNowMs()
    const answer = await call(queryTask, { taskId })
    if (requestGeneration !== generation) return true
    if (!answer.ok) {
      if (answer.error.retry !== 'never') return false
      if (!isCallerRefused(answer.error)) await dismissFinished(taskId)
      return true
    }
    noteRequestTime([answer.value], askedAtMs)
    await Promise.all([...new Set([...storedLists, ...watchedLists.keys()])].map((list) => list.put(answer.value)))
    return true
  }

  return { forgetHistory, loadHistory, watchList, fetchCreation }
}

export const { forgetHistory, loadHistory, watchList, fetchCreation } = createHistoryActions({
  call: (...request) => api.call(...request),
  dismissFinished: (taskId) => hub.api.dismissFinished(taskId),
})
