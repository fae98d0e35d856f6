import type { AppError, Result } from '#shared/result.ts'
import type { ApiClient } from './client.ts'
import type { Call } from './define-call.ts'
import { payLogin } from './pay-user.ts'

/** Replaces a user token that has ended; returns the old one, or undefined when that is not needed or not possible. */
export type RenewToken = () => Promise<string | undefined>
/** Remembers the caller before the login is sent, because it may change before the answer arrives. */
type RememberCaller = () => RenewToken

/**
 * A client that registers an unknown visitor, or retries after a failure of the pay service: one anonymous login, then the same call with the
 * same idempotency key. Concurrent logins are one call. The token of a visitor who has signed up is replaced. A login without an answer is
 * the call's own error and can be retried. Rule: docs/account.md, "Identity".
 */
export function withVisitorLogin(client: ApiClient, noteAsker: RememberCaller = () => async () => undefined): ApiClient {
  let running: Promise<Result<unknown>> | undefined

  async function logIn(signal: AbortSignal | undefined): Promise<Result<unknown>> {
    const options = signal === undefined ? {} : { signal }
    const renewToken = noteAsker()
    const known = await client.call(payLogin, {}, options)
    if (known.ok || known.error.code !== 'H3009') return known
    const replaces = await renewToken()
    return replaces === undefined ? known : client.call(payLogin, { replaces }, options)
  }

  function share(signal: AbortSignal | undefined): Promise<Result<unknown>> {
    running ??= logIn(signal).finally(() => {
      running = undefined
    })
    return running
  }

  return {
    async call(call, input, options = {}) {
      if (call.path === payLogin.path) return (await share(options.signal)) as Result<never>
      const answer = await client.call(call, input, options)
      if (answer.ok || !mayHelp(call, answer.error)) return answer
      const known = await share(options.signal)
      if (known.ok) return client.call(call, input, options)
      return known.error.retry === 'never' || answer.error.code !== 'H3009' ? answer : known
    },
  }
}

function mayHelp({ base }: Pick<Call, 'base'>, { code }: AppError): boolean {
  return code === 'H3009' || (base === 'pay' && code !== 'cancelled')
}
