import { isCallerRefused } from '#shared/api/account-check.ts'
import type { Result } from '#shared/result.ts'

export interface AttemptDeps {
  readonly refreshAccount: () => Promise<unknown>
  readonly makeKey: () => string
}

/**
 * Runs calls about money. Calls with the same name use the same idempotency key until the outcome is known, so that a retry after a lost
 * answer is the same call for the server. The account is loaded again before the call, and once more after the call, before its answer
 * is returned.
 */
export function createAttempts({ refreshAccount, makeKey }: AttemptDeps) {
  const keys = new Map<string, string>()

  return async function attempt<T>(
    name: string,
    call: (key: string) => Promise<Result<T>>,
    isOutcomeKnown: (value: T) => boolean = () => true,
  ): Promise<Result<T>> {
    const key = keys.get(name) ?? makeKey()
    keys.set(name, key)
    await refreshAccount()
    const answer = await call(key)
    if (answer.ok ? isOutcomeKnown(answer.value) : answer.error.retry === 'never' && !isCallerRefused(answer.error)) keys.delete(name)
    await refreshAccount()
    return answer
  }
}
