import type { AppError, Result } from '#shared/result.ts'
import type { ApiClient } from './client.ts'
import type { Call } from './define-call.ts'
import { payLogin } from './pay-user.ts'

/** Replaces a rejected user token. Returns the old token, or undefined if no replacement is needed or possible. */
export type RenewToken = () => Promise<string | undefined>
/** Reads the caller's identity before the login is sent, because it can change before the answer arrives. */
type PrepareTokenRenewal = () => RenewToken

/**
 * A client that logs the visitor in and repeats the call with the same idempotency key, if the server does not know the visitor or a call
 * of the pay service fails. Concurrent calls share one login, which also replaces a rejected token of a visitor that signed up.
 * Rule: docs/account.md, "Identity".
 */
export function withVisitorLogin(client: ApiClient, prepareTokenRenewal: PrepareTokenRenewal = () => async () => undefined): ApiClient {
  let pendingLogin: Promise<Result<unknown>> | undefined

  async function logIn(signal: AbortSignal | undefined): Promise<Result<unknown>> {
    const options = signal === undefined ? {} : { signal }
    const renewToken = prepareTokenRenewal()
    const loginAnswer = await client.call(payLogin, {}, options)
    if (loginAnswer.ok || loginAnswer.error.code !== 'H3009') return loginAnswer
    const replaces = await renewToken()
    return replaces === undefined ? loginAnswer : client.call(payLogin, { replaces }, options)
  }

  function shareLogin(signal: AbortSignal | undefined): Promise<Result<unknown>> {
    pendingLogin ??= logIn(signal).finally(() => {
      pendingLogin = undefined
    })
    return pendingLogin
  }

  return {
    async call(call, input, options = {}) {
      if (call.path === payLogin.path) return (await shareLogin(options.signal)) as Result<never>
      const answer = await client.call(call, input, options)
      if (answer.ok || !mayLoginHelp(call, answer.error)) return answer
      const loginAnswer = await shareLogin(options.signal)
      if (loginAnswer.ok) return client.call(call, input, options)
      return loginAnswer.error.retry === 'never' || answer.error.code !== 'H3009' ? answer : loginAnswer
    },
  }
}

function mayLoginHelp({ base }: Pick<Call, 'base'>, { code }: AppError): boolean {
  return code === 'H3009' || (base === 'pay' && code !== 'cancelled')
}
