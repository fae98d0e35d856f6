import type { AppError } from '#shared/app-error.ts'
import type { ToastContent } from '#shared/domain/toast-rules.ts'
import type { RefusedMutation } from '#src/lib/mark-book.ts'
import type { Clock } from '#shared/browser/clock.ts'
import { failureText, refusalWords } from '#src/lib/error-text.ts'
import { text } from '#src/lib/i18n.ts'
import type { Tell } from './action-deps.ts'
import { FAILURE_TITLE } from './send-mutation.ts'

/** The tab that has pressed is given this long to tell, in ms; then it is gone, and another one tells. */
const TELLER_WAITS_MS = 3000

export interface RefusalDeps {
  /** Pressed in this tab. */
  readonly isMine: (mutationId: string) => boolean
  /** Still told of by the hub as refused, asked anew. */
  readonly isStillRefused: (mutationId: string) => Promise<boolean>
  readonly drop: (mutationId: string) => Promise<unknown>
  /** One tab after the other. */
  readonly inTurn: (name: string, work: () => Promise<void>) => Promise<void>
  readonly clock: Clock
}

/** Tells of each refused change once: in the tab that has pressed, or in another one when that is gone. */
export function createRefusalTeller({ isMine, isStillRefused, drop, inTurn, clock }: RefusalDeps) {
  return async ({ id, mutation, error }: RefusedMutation, tell: Tell): Promise<void> => {
    if (!isMine(id)) await clock.sleep(TELLER_WAITS_MS, new AbortController().signal)
    await inTurn(`refused/${id}`, async () => {
      if (!(await isStillRefused(id))) return
      void tell({ color: 'error', ...wordsOf(mutation.kind, error) })
      await drop(id)
    })
  }
}

/** A removal that failed has the server's message for its title. Rule: docs/rules.md, "Toasts and notices". */
function wordsOf(kind: keyof typeof FAILURE_TITLE, error: AppError | null): Pick<ToastContent, 'title' | 'description'> {
  const title = text(FAILURE_TITLE[kind])
  if (error === null) return { title }
  return kind === 'delete' ? refusalWords(error, title) : { title, description: failureText(error) }
}
