import { retryWhileSlow } from '#shared/browser/retry-while-slow.ts'
import { type Result, fail } from '#shared/result.ts'
import { storedBusinessUserId } from '#src/store/cookies.ts'
import { guardLeaving } from '#src/routing/leave-guard.ts'

/**
 * Stores a result of the editor, and calls `onAnswer` after each try. If the device is slow, it tries again, even after the editor
 * is closed, and delays a reload. It stops when the user logs out or changes the account, because no other account may get the result.
 */
export async function storeResult<T>(
  store: () => Promise<Result<T>>,
  onAnswer: (answer: Result<T>) => void,
  account: () => string = storedBusinessUserId,
): Promise<void> {
  const owner = account()
  const release = guardLeaving({ holds: () => 'editing' })
  try {
    await retryWhileSlow(async () => {
      const isSameAccount = owner === '' || account() === owner
      const answer = isSameAccount ? await store() : fail({ code: 'cancelled', retry: 'never' } as const)
      onAnswer(answer)
      return answer
    })
  } finally {
    release()
  }
}
