import type { WorkSnapshot } from '#shared/contract/hub-contract.ts'
import type { OwnedStore } from '#workers/hub/core/hub-store.ts'
import type { Clock } from '#shared/browser/clock.ts'
import { readWork } from '#workers/hub/core/read-work.ts'

/** Progress is shown at most this often, in ms. */
const PROGRESS_MS = 250

export interface WorkView {
  readonly refresh: () => Promise<void>
  readonly noteProgress: (commitId: string, sentBytes: number) => void
}

export interface WorkViewDeps {
  readonly store: OwnedStore
  readonly clock: Clock
  readonly show: (work: WorkSnapshot) => void
}

/** Shows the work of all tabs as it stands in the store: one reading after the other, so that an older one never covers a newer one. */
export function createWorkView({ store, clock, show }: WorkViewDeps): WorkView {
  const sentBytes = new Map<string, number>()
  let showing = Promise.resolve()
  let progressAtMs = Number.NEGATIVE_INFINITY

  function refresh(): Promise<void> {
    const shown = showing.then(async () => show(await store.read((tx) => readWork(tx, (id) => sentBytes.get(id) ?? 0))))
    showing = shown.catch(() => undefined)
    return shown
  }

  return {
    refresh,
    noteProgress(commitId, bytes) {
      sentBytes.set(commitId, bytes)
      if (clock.nowMs() - progressAtMs < PROGRESS_MS && bytes > 0) return
      progressAtMs = clock.nowMs()
      void refresh().catch(() => undefined)
    },
  }
}
