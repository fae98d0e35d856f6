import type { ApiClient } from '#shared/api/client.ts'
import type { IdentityChange } from '#shared/contract/hub-contract.ts'
import type { HubCalls } from '#src/platform/hub-client.ts'
import { hub } from '#src/platform/hub-client.ts'
import { payLogin } from '#shared/api/pay-user.ts'
import { api } from '#src/platform/api.ts'
import { changeSelf } from '#src/platform/change-self.ts'
import type { LoggedIn } from '#shared/api/auth.ts'
import type { EntryWay } from '#src/platform/track.ts'
import { track } from '#src/platform/track.ts'
import { loginSource } from '#shared/domain/login-source.ts'
import { isLeaving, unmarkLeaving } from './leave-mark.ts'

interface SessionDeps {
  readonly hub: Pick<HubCalls, 'refreshAccount' | 'reloadHistories'>
  readonly server: Pick<ApiClient, 'call'>
  readonly changeSelf: typeof changeSelf
  readonly isLeaving: () => boolean
  readonly unmarkLeaving: () => void
}

/** What this browser does when a session is there, is over, or is to be looked at. */
export function createSession({ hub, server, changeSelf, isLeaving, unmarkLeaving }: SessionDeps) {
  /** A session of this account is there. A visitor's records become the account's; another account's wait for that one to come back. */
  async function becomeAccount(id: string): Promise<void> {
    await setUserInfo({
      storeId: () =>
        changeSelf(({ businessUserId }) => {
          if (businessUserId === id) return null
          return { businessUserId: id, hasNewToken: true, change: changeTo(businessUserId) }
        }),
      startMonitor: async () => void hub.refreshAccount(),
      logInToPayService: () => server.call(payLogin, {}),
      loadHistories: () => hub.reloadHistories(),
    })
    unmarkLeaving()
  }

  function changeTo(before: string): IdentityChange {
    if (before === '') return 'carry'
    return isLeaving() ? 'leave' : 'park'
  }

  /** Nobody is logged in any more. Unless somebody wanted to go, what is unsent waits on this device for its account. False when nobody was. */
  async function clearUser(): Promise<boolean> {
    return changeSelf(({ businessUserId }) => {
      if (businessUserId === '') return null
      return { businessUserId: '', hasNewToken: false, change: isLeaving() ? 'leave' : 'park' }
    })
  }

  /** Reads the account anew. Whoever is still in has not been logged out, whatever they pressed before. */
  async function readAccount(): Promise<void> {
    const account = await hub.refreshAccount()
    if (account.ok && account.value.isLoggedIn) unmarkLeaving()
  }

  return { becomeAccount, clearUser, readAccount }
}

export const { becomeAccount, clearUser, readAccount } = createSession({ hub: hub.api, server: api, changeSelf, isLeaving, unmarkLeaving })

/** What has to happen when somebody is there; each is given, so that the order alone is said here. */
interface UserInfoSteps {
  readonly storeId: () => Promise<unknown>
  readonly startMonitor: () => Promise<unknown>
  readonly logInToPayService: () => Promise<unknown>
  readonly loadHistories: () => Promise<unknown>
}

/**
 * In this order. Whoever calls waits for the id alone: the person is there, and goes on. The rest follows by itself; what fails of it is
 * made up for by the loops that go on.
 */
export async function setUserInfo({ storeId, ...rest }: UserInfoSteps): Promise<{ readonly rest: Promise<void> }> {
  await storeId()
  return { rest: doRest(rest).catch((error: unknown) => console.warn('Not everything of the account was loaded.', error)) }
}

async function doRest({ startMonitor, logInToPayService, loadHistories }: Omit<UserInfoSteps, 'storeId'>): Promise<void> {
  await startMonitor()
  await logInToPayService()
  await loadHistories()
}

/** The server has let somebody in: this browser becomes that account, and what the visitor left unsent comes along. */
export async function enterAs({ userInfo }: LoggedIn, how: EntryWay): Promise<void> {
  await becomeAccount(userInfo.id)
  track(how === 'register' ? 'register_success' : 'login_success', { how, source: loginSource(location.pathname) })
}
