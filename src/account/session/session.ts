import type { ApiClient } from '#shared/api/client.ts'
import type { IdentityChange } from '#shared/contract/hub-contract.ts'
import { type HubCalls, hub } from '#src/hub-client/hub-client.ts'
import { payLogin } from '#shared/api/pay-user.ts'
import { api } from '#src/hub-client/api.ts'
import { changeIdentity } from '#src/hub-client/identity.ts'
import type { LoggedIn } from '#shared/api/auth.ts'
import { type EntryWay, track } from '#src/reporting/track.ts'
import { loginSource } from '#shared/domain/account-rules.ts'
import { isLeaving, unmarkLeaving } from '../leave-state.ts'

interface SessionDeps {
  readonly hub: Pick<HubCalls, 'refreshAccount' | 'reloadHistories'>
  readonly server: Pick<ApiClient, 'call'>
  readonly changeIdentity: typeof changeIdentity
  readonly isLeaving: () => boolean
  readonly unmarkLeaving: () => void
}

/** The actions of this page when a session starts, ends or must be checked. */
export function createSession({ hub, server, changeIdentity, isLeaving, unmarkLeaving }: SessionDeps) {
  /**
   * Called when this browser has a session of the account `id`. A visitor's records become the account's. Another account's records
   * stay for its next login, unless that account was logging out.
   */
  async function becomeAccount(id: string): Promise<void> {
    await setUserInfo({
      storeId: () =>
        changeIdentity(({ businessUserId }) => {
          if (businessUserId === id) return null
          return { businessUserId: id, hasNewToken: true, change: chooseChange(businessUserId) }
        }),
      startMonitor: async () => void hub.refreshAccount(),
      logInToPayService: () => server.call(payLogin, {}),
      loadHistories: () => hub.reloadHistories(),
    })
    unmarkLeaving()
  }

  function chooseChange(previousId: string): IdentityChange {
    if (previousId === '') return 'merge'
    return isLeaving() ? 'erase' : 'suspend'
  }

  /**
   * Called when the session has ended. After a logout, the account's records are deleted; otherwise its unsent work stays on this device.
   * False if there was no session.
   */
  async function clearUser(): Promise<boolean> {
    const hasEnded = await changeIdentity(({ businessUserId }) => {
      if (businessUserId === '') return null
      return { businessUserId: '', hasNewToken: false, change: isLeaving() ? 'erase' : 'suspend' }
    })
    if (hasEnded) void registerVisitor()
    return hasEnded
  }

  /** Registers this browser's visitor with the server. If the visitor's token is no longer valid, the server issues a new one. */
  async function registerVisitor(): Promise<void> {
    await server.call(payLogin, {})
  }

  /** Reads the account from the server. If the session is valid, a started logout is cancelled. */
  async function readAccount(): Promise<void> {
    const account = await hub.refreshAccount()
    if (account.ok && account.value.isLoggedIn) unmarkLeaving()
    if (!account.ok && account.error.code === 'H3009') await registerVisitor()
  }

  return { becomeAccount, clearUser, readAccount }
}

export const { becomeAccount, clearUser, readAccount } = createSession({
  hub: hub.api,
  server: api,
  changeIdentity,
  isLeaving,
  unmarkLeaving,
})

/** The steps after a login. They are passed in, so that `setUserInfo` only defines their order. */
interface UserInfoSteps {
  readonly storeId: () => Promise<unknown>
  readonly startMonitor: () => Promise<unknown>
  readonly logInToPayService: () => Promise<unknown>
  readonly loadHistories: () => Promise<unknown>
}

/**
 * Runs the steps in this order. The caller waits for `storeId` only; the others run in the background. If one fails, the app's
 * regular reloads repair that.
 */
export async function setUserInfo({ storeId, ...backgroundSteps }: UserInfoSteps): Promise<{ readonly background: Promise<void> }> {
  await storeId()
  return {
    background: runBackgroundSteps(backgroundSteps).catch((error: unknown) =>
      console.warn('Some account data could not be loaded.', error),
    ),
  }
}

async function runBackgroundSteps({ startMonitor, logInToPayService, loadHistories }: Omit<UserInfoSteps, 'storeId'>): Promise<void> {
  await startMonitor()
  await logInToPayService()
  await loadHistories()
}

/** Called after a login or sign-up: this browser becomes that account, and the visitor's unsent work moves to it. */
export async function enterAs({ userInfo }: LoggedIn, way: EntryWay): Promise<void> {
  await becomeAccount(userInfo.id)
  track(way === 'register' ? 'register_success' : 'login_success', { how: way, source: loginSource(location.pathname) })
}
