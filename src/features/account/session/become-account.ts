import type { IdentityChange } from '#shared/contract/hub-contract.ts'
import { payLogin } from '#shared/api/pay-user.ts'
import { hub } from '#src/bridge/hub-client.ts'
import { api } from '#src/lib/api.ts'
import { changeSelf } from '#src/lib/change-self.ts'
import { isLeaving, unmarkLeaving } from './leave-mark.ts'
import { setUserInfo } from './set-user-info.ts'

/** A session of this account is there. A visitor's records become the account's; another account's wait for that one to come back. */
export async function becomeAccount(id: string): Promise<void> {
  await setUserInfo({
    storeId: () =>
      changeSelf(({ businessUserId }) => {
        if (businessUserId === id) return null
        return { businessUserId: id, hasNewToken: true, change: changeTo(businessUserId) }
      }),
    startMonitor: async () => void hub.api.refreshAccount(),
    logInToPayService: () => api.call(payLogin, {}),
    loadHistories: () => hub.api.reloadHistories(),
  })
  unmarkLeaving()
}

function changeTo(before: string): IdentityChange {
  if (before === '') return 'carry'
  return isLeaving() ? 'leave' : 'park'
}
