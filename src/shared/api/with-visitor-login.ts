import type { ApiClient } from '#shared/api/client.ts'
import type { Call } from '#shared/api/define-call.ts'
import type { AppError } from '#shared/app-error.ts'
import type { Result } from '#shared/result.ts'
import { payLogin } from '#shared/api/pay-user.ts'

/** Puts a new user token in place of one that ended; gives the old one, or undefined when there is no need or no way. */
export type RenewToken = () => Promise<string | undefined>
/** Notes who is asking, before the login is sent: somebody else may be here when its answer comes. */
export type RememberCaller = () => RenewToken

/**
 * A client that makes the visitor known when the server does not know it yet, or when the pay service failed: one anonymous login, then the
 * same call once more with the same idempotency key. Several calls that fail at once share one login. A token whose visitor has signed
 * up is replaced. A login that got no answer is the call's own error: it may be tried again. Rule: docs/account.md, "Identity".
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
      const answer = await client.call(call, input, options)
      if (answer.ok || !mayHelp(call, answer.error)) return answer
      const known = await share(options.signal)
      if (known.ok) return client.call(call, input, options)
      return known.error.retry === 'never' || answer.error.code !== 'H3009' ? answer : known
    },
  }
}

function mayHelp({ base, path }: Pick<Call, 'base' | 'path'>, { code }: AppError): boolean {
  if (path === payLogin.path || code === 'cancelled') return false
  return code === 'H3009' || base === 'pay'
}
