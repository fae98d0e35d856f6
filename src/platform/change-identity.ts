import type { Identity } from '#shared/storage/hub-records.ts'
import { hub } from './hub-client.ts'
import { type NextIdentity, changeStoredIdentity } from './identity.ts'

/**
 * Changes the identity of this browser in all tabs and the hub; false when nothing changed. Rejects when the hub could
 * not be reached.
 */
export async function changeIdentity(
  wanted: (now: Pick<Identity, 'businessUserId' | 'userToken'>) => NextIdentity | null,
): Promise<boolean> {
  return changeStoredIdentity(wanted, async (next, change) => {
    const changed = await hub.api.changeIdentity(next, change)
    if (!changed.ok) throw new Error(`the change of identity was not stored: ${changed.error.code}`)
  })
}
