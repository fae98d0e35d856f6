import type { Points } from '#shared/api/user.ts'
import type { ApiClient } from '#shared/api/client.ts'
import { getPoints } from '#shared/api/user.ts'
import { backoffMs } from '#workers/lib/backoff.ts'

const BACKOFF = { minMs: 1000, maxMs: 15_000 }

export interface CreditsWatchDeps {
  readonly api: ApiClient
  readonly random: () => number
  readonly onCredits: (credits: Points) => Promise<void>
}

/** One pass asks for the balance when somebody wanted it; while the server can't be reached it goes on trying, which also notices its return. */
export function createCreditsWatch({ api, random, onCredits }: CreditsWatchDeps) {
  let isWanted = true
  let failures = 0

  return {
    want() {
      isWanted = true
    },
    async pass(signal: AbortSignal): Promise<number | null> {
      if (!isWanted) return null
      isWanted = false
      const answer = await api.call(getPoints, {}, { signal })
      if (answer.ok) {
        failures = 0
        await onCredits(answer.value)
        return null
      }
      isWanted = answer.error.retry !== 'never'
      failures += 1
      return isWanted ? (answer.error.afterMs ?? backoffMs(failures, BACKOFF, random)) : null
    },
  }
}
