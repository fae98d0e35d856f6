import type { Points } from '#shared/api/user.ts'
import type { ApiClient } from '#shared/api/client.ts'
import { getPoints } from '#shared/api/user.ts'
import { backoffMs } from '#workers/lib/backoff.ts'

const BACKOFF = { minMs: 1000, maxMs: 15_000 }

export interface CreditsWatchDeps {
  readonly api: ApiClient
  readonly random: () => number
  /** The last call did not reach the server. */
  readonly isOffline: () => boolean
  readonly onCredits: (credits: Points) => Promise<void>
}

/** One pass asks for the balance when somebody wanted it, and as long as the server can't be reached: that is how its return is noticed. */
export function createCreditsWatch({ api, random, isOffline, onCredits }: CreditsWatchDeps) {
  let isWanted = true
  let failures = 0

  return {
    want() {
      isWanted = true
    },
    async pass(signal: AbortSignal): Promise<number | null> {
      if (!isWanted && !isOffline()) return null
      isWanted = false
      const answer = await api.call(getPoints, {}, { signal })
      if (answer.ok) {
        failures = 0
        await onCredits(answer.value)
        return isWanted ? 0 : null
      }
      if (answer.error.retry === 'never') return null
      isWanted = true
      failures += 1
      return answer.error.afterMs ?? backoffMs(failures, BACKOFF, random)
    },
  }
}
