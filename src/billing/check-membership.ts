import { isMembershipActive } from '#shared/domain/membership-terms.ts'
import { hub } from '#src/platform/hub-client.ts'
import { membership } from './membership-state.ts'

/** The membership as the server knows it now, before an action that depends on it; as known here where the server can't be asked. */
export async function checkMembership(): Promise<boolean> {
  const account = await hub.api.refreshAccount()
  return account.ok ? account.value.isLoggedIn && isMembershipActive(account.value, Date.now()) : membership.isActive
}
