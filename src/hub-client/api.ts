import { type ApiClient, type ApiClientDeps, createApiClient } from '#shared/api/client.ts'
import { SIGNATURE_KEY, callerParams } from '#shared/api/common-params.ts'
import { payLogin } from '#shared/api/pay-user.ts'
import { withAccountCheck } from '#shared/api/account-check.ts'
import { type RenewToken, withVisitorLogin } from '#shared/api/with-identity.ts'
import { hub } from './hub-client.ts'
import { changeIdentity, currentIdentity, identityReady, isNewVisitor } from './identity.ts'
import { noteCode } from '#src/reporting/last-codes.ts'

interface PageApiDeps {
  readonly fetch: ApiClientDeps['fetch']
  readonly identity: {
    readonly currentIdentity: typeof currentIdentity
    readonly identityReady: typeof identityReady
    readonly isNewVisitor: typeof isNewVisitor
  }
  readonly changeIdentity: typeof changeIdentity
  /** Called when a response shows that the session may have ended or belong to another account. */
  readonly checkAccount: () => void
}

export function createPageApi({ fetch, identity, changeIdentity, checkAccount }: PageApiDeps) {
  const baseClient = createApiClient({
    fetch,
    nowMs: Date.now,
    signKey: SIGNATURE_KEY,
    readCallerParams: async () => callerParams(await identity.identityReady()),
  })
  const client = withAccountCheck(withVisitorLogin(baseClient, prepareTokenRenewal), checkAccount, Date.now)
  let registration: Promise<void> | undefined

  /**
   * Registers a new visitor with the server, before any other call. Does nothing for a visitor that the server knows. Never
   * rejects.
   */
  function introduceVisitor(): Promise<void> {
    registration ??= registerVisitor().catch((error: unknown) => {
      registration = undefined
      console.warn('The visitor could not be registered yet.', error)
    })
    return registration
  }

  async function registerVisitor(): Promise<void> {
    if (!(await identity.isNewVisitor())) return
    const loginAnswer = await baseClient.call(payLogin, {})
    if (!loginAnswer.ok) await baseClient.call(payLogin, {})
  }

  /**
   * Returns the function that replaces this visitor's token if the server rejects it. The server does so if the visitor has signed up and
   * the answer was lost. For an account the function does nothing: an account with a rejected token is logging out.
   */
  function prepareTokenRenewal(): RenewToken {
    const { userToken, businessUserId } = identity.currentIdentity()
    return async () => {
      if (businessUserId !== '') return undefined
      try {
        await changeIdentity((now) => (now.userToken === userToken ? { businessUserId: '', hasNewToken: true, change: 'merge' } : null))
        return userToken
      } catch (error) {
        console.warn('The token was not renewed yet.', error)
        return undefined
      }
    }
  }

  /** The API client of the page. Calls that spend points go through the hub instead. */
  const api: ApiClient = {
    async call(call, input, options) {
      // A public call needs no registered visitor.
      if (call.isPublic !== true) await introduceVisitor()
      const answer = await client.call(call, input, options)
      if (!answer.ok) noteCode(answer.error.code)
      return answer
    },
  }

  return { api, introduceVisitor }
}

export const { api, introduceVisitor } = createPageApi({
  fetch: (...request) => fetch(...request),
  identity: { currentIdentity, identityReady, isNewVisitor },
  changeIdentity,
  checkAccount: () => void hub.api.refreshAccount(),
})
