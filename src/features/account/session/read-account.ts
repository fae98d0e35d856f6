import { hub } from '#src/bridge/hub-client.ts'
import { unmarkLeaving } from './leave-mark.ts'

/** Reads the account anew. Whoever is still in has not been logged out, whatever they pressed before. */
export async function readAccount(): Promise<void> {
  const account = await hub.api.refreshAccount()
  if (account.ok && account.value.isLoggedIn) unmarkLeaving()
}
