import { systemClock } from '#shared/clock.ts'
import { isMembershipActive } from '#shared/domain/membership-terms.ts'
import { hub } from '#src/hub-client/hub-client.ts'
import { hubState } from '#src/store/state.ts'
import { subscribeKeys } from '#src/store/subscribe-keys.ts'
import { membership } from './membership-state.ts'

/** Updates `membership` when the account changes and when its membership expires. */
export function followMembership(): () => void {
  let cancelEnding = () => {}

  function updateMembership(): void {
    cancelEnding()
    const { account } = hubState
    const nowMs = Date.now()
    membership.isActive = account !== null && account.isLoggedIn && isMembershipActive(account, nowMs)
    const leftMs = (account?.membershipExpiresAt ?? 0) - nowMs
    if (membership.isActive && leftMs > 0) cancelEnding = systemClock.setTimer(updateMembership, leftMs)
  }

  updateMembership()
  const stop = subscribeKeys(hubState, ['account'], updateMembership)
  return () => {
    cancelEnding()
    stop()
  }
}

/** Asks the server whether the account is a member. Without an answer, the last known state counts. */
export async function checkMembership(): Promise<boolean> {
  const account = await hub.api.refreshAccount()
  return account.ok ? account.value.isLoggedIn && isMembershipActive(account.value, Date.now()) : membership.isActive
}
