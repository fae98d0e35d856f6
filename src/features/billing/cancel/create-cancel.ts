import type { AppError } from '#shared/app-error.ts'
import type { Result } from '#shared/result.ts'

export interface CancelState {
  /** The order that is being cancelled. */
  busyOrderId: string | null
}

interface CancelDeps {
  readonly state: CancelState
  readonly unsubscribe: (orderId: string, key: string) => Promise<Result<unknown>>
  readonly refreshAccount: () => Promise<unknown>
  readonly onCancelled: (orderId: string) => void
  readonly onFailed: (error: AppError) => void
  readonly makeKey: () => string
}

/**
 * Ends the renewals of a plan, one at a time. The key of an attempt is kept until its answer is known: asked again after a lost answer
 * it is the same cancellation, which the server did once. The account is read anew before it, and whatever the answer, before that is told.
 */
export function createCancel({ state, unsubscribe, refreshAccount, onCancelled, onFailed, makeKey }: CancelDeps) {
  /** By order: a press whose answer got lost and the next one are the same cancellation; after a known answer a press is another. */
  const keys = new Map<string, string>()

  return {
    /** True once it is cancelled; false when it failed, or another one is under way. */
    async confirm(orderId: string): Promise<boolean> {
      if (state.busyOrderId !== null) return false
      state.busyOrderId = orderId
      const key = keys.get(orderId) ?? makeKey()
      keys.set(orderId, key)
      await refreshAccount()
      const answer = await unsubscribe(orderId, key)
      if (answer.ok || answer.error.retry === 'never') keys.delete(orderId)
      await refreshAccount()
      state.busyOrderId = null
      if (answer.ok) onCancelled(orderId)
      else onFailed(answer.error)
      return answer.ok
    },
  }
}
