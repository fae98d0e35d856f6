import type { CallData } from '#shared/api/define-call.ts'
import type { RefundOffer, requestRefund } from '#shared/api/refunds.ts'
import type { AppError, Result } from '#shared/result.ts'
import type { RefundReason, RefundState } from '#shared/domain/refund-rules.ts'
import { createAttempts } from '../plan/create-plan-actions.ts'

export interface RefundInput {
  /** The receipt's id. */
  readonly id: string
  readonly reason: RefundReason
  /** What is shown. */
  readonly offer: Pick<RefundOffer, 'amount' | 'points'>
}

/** `changed`: the amounts are other ones now, and nothing was requested. `unknown`: no answer came. */
export type RefundNote = { readonly kind: RefundState | 'changed' | 'unknown' } | { readonly kind: 'failed'; readonly error: AppError }

interface RefundDeps {
  readonly state: { isBusy: boolean }
  readonly request: (input: RefundInput, key: string) => Promise<Result<CallData<typeof requestRefund>>>
  readonly refreshAccount: () => Promise<unknown>
  readonly makeKey: () => string
}

/** Requests a refund, one at a time. What is requested again after a lost answer, for the same amounts, is the same request. */
export function createRefund({ state, request, ...deps }: RefundDeps) {
  const attempt = createAttempts(deps)

  return {
    /** Null while another one runs. */
    async ask(input: RefundInput): Promise<RefundNote | null> {
      if (state.isBusy) return null
      state.isBusy = true
      const { id, reason, offer } = input
      const answer = await attempt(`${id} ${reason} ${offer.amount} ${offer.points}`, (key) => request(input, key))
      state.isBusy = false
      if (answer.ok) return { kind: answer.value.state }
      if (answer.error.code === 'H4021') return { kind: 'changed' }
      return answer.error.retry === 'never' ? { kind: 'failed', error: answer.error } : { kind: 'unknown' }
    },
  }
}
