import { proxy, subscribe, hubState } from '#src/platform/state.ts'
import { isMembershipActive } from '#shared/domain/membership-terms.ts'

export const membership = proxy({ isActive: false })

/** The longest timer browsers support, in ms. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Follows the account, and ends its membership on time. */
export function followMembership(): () => void {
  let ending: ReturnType<typeof setTimeout> | undefined

  function look(): void {
    clearTimeout(ending)
    const { account } = hubState
    const nowMs = Date.now()
    membership.isActive = account !== null && account.isLoggedIn && isMembershipActive(account, nowMs)
    const leftMs = (account?.membershipExpiresAt ?? 0) - nowMs
    if (membership.isActive && leftMs > 0) ending = setTimeout(look, Math.min(leftMs, LONGEST_TIMER_MS))
  }

  look()
  const stop = subscribe(hubState, look)
  return () => {
    clearTimeout(ending)
    stop()
  }
}
