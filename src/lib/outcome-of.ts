import type { AppError } from '#shared/app-error.ts'
import type { WorkSnapshot } from '#shared/contract/hub-contract.ts'
import { UNKNOWN_CODE } from '#shared/api/error-codes.ts'

export type CommitOutcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly error: Pick<AppError, 'code' | 'message'> }
  | { readonly kind: 'gone' }

/** What became of a commit; undefined while it is on its way. `wasSeen`: it stood in the outbox before. */
export function outcomeOf(work: WorkSnapshot, commitId: string, wasSeen: boolean): CommitOutcome | undefined {
  if (work.batches.some((batch) => batch.commitId === commitId)) return { kind: 'accepted' }
  const row = work.outbox.find(({ id }) => id === commitId)
  if (row?.state === 'refused') return { kind: 'refused', error: row.error ?? { code: UNKNOWN_CODE } }
  return row === undefined && wasSeen ? { kind: 'gone' } : undefined
}
