import type { AppErrorCode } from '#shared/app-error.ts'
import type { WorkSnapshot } from '#shared/contract/hub-contract.ts'
import { hubState } from './hub-mirror.ts'
import { subscribe } from './state.ts'

export type CommitOutcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly code: AppErrorCode }
  | { readonly kind: 'gone' }

/** What became of a commit; undefined while it is on its way. `wasSeen`: it stood in the outbox before. */
export function outcomeOf(work: WorkSnapshot, commitId: string, wasSeen: boolean): CommitOutcome | undefined {
  if (work.batches.some((batch) => batch.commitId === commitId)) return { kind: 'accepted' }
  const row = work.outbox.find(({ id }) => id === commitId)
  if (row?.state === 'refused') return { kind: 'refused', code: row.error?.code ?? 'H5001' }
  return row === undefined && wasSeen ? { kind: 'gone' } : undefined
}

/** Resolves when the server has taken or refused a commit, or the person has discarded it. */
export function commitOutcome(commitId: string): Promise<CommitOutcome> {
  return new Promise((resolve) => {
    let wasSeen = false
    const look = () => {
      const outcome = outcomeOf(hubState.work, commitId, wasSeen)
      wasSeen ||= hubState.work.outbox.some(({ id }) => id === commitId)
      if (outcome === undefined) return
      stop()
      resolve(outcome)
    }
    const stop = subscribe(hubState, look)
    look()
  })
}
