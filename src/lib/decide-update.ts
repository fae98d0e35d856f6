import type { HoldReason } from '#shared/contract/update-contract.ts'

export type UpdateDecision =
  | { readonly kind: 'pending' | 'silent' | 'apply' }
  | { readonly kind: 'wait'; readonly reason: HoldReason; readonly page: string }

interface Round {
  /** The pages that live, by name. */
  readonly pages: readonly string[]
  /** What each has said that it would lose. */
  readonly answers: ReadonlyMap<string, HoldReason | null>
  readonly isTimeUp: boolean
}

/** Whether a newer build may be loaded: one page that would lose something stops it, and one that says nothing is nobody's yes. */
export function decideUpdate({ pages, answers, isTimeUp }: Round): UpdateDecision {
  for (const page of pages) {
    const reason = answers.get(page)
    if (reason !== undefined && reason !== null) return { kind: 'wait', reason, page }
  }
  if (pages.every((page) => answers.has(page))) return { kind: 'apply' }
  return { kind: isTimeUp ? 'silent' : 'pending' }
}
