import type { UserInfo } from '#shared/api/user.ts'
import type { Clock } from '#shared/clock.ts'
import type { PollState } from '#shared/contract/billing-contract.ts'
import type { Result } from '#shared/result.ts'
import { NO_ANSWER_CODE } from '#shared/error-codes.ts'
import { isMembershipActive } from '#shared/domain/membership-terms.ts'
import { MEMBERSHIP_POLL_MS, MEMBERSHIP_POLL_TRIES } from '#shared/domain/purchase-polling.ts'
import { type TryOutcome, createShortPoll } from './short-poll.ts'

export interface MembershipPollDeps {
  readonly clock: Clock
  readonly refreshNow: (signal: AbortSignal) => Promise<Result<UserInfo>>
  readonly onPollState: (state: PollState) => void
}

/** Reads the account after a purchase until its membership is active, but at most MEMBERSHIP_POLL_TRIES times. */
export function createMembershipPoll({ clock, refreshNow, onPollState }: MembershipPollDeps) {
  const poll = createShortPoll({ clock, tries: MEMBERSHIP_POLL_TRIES, intervalMs: MEMBERSHIP_POLL_MS, onState: onPollState })

  async function pollOnce(signal: AbortSignal): Promise<TryOutcome> {
    const answer = await refreshNow(signal)
    if (answer.ok) return isMembershipActive(answer.value, clock.nowMs()) ? 'reached' : 'not_yet'
    return answer.error.code === NO_ANSWER_CODE ? 'no_answer' : 'not_yet'
  }

  return {
    start: () => poll.start(),
    reset: () => poll.end('idle'),
    pass: async (signal: AbortSignal): Promise<number | null> => (poll.isRunning() ? poll.pass(signal, pollOnce) : null),
  }
}
