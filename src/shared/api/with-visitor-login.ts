import type { ApiClient } from '#shared/api/client.ts'
import type { Result } from '#shared/result.ts'
import { payLogin } from '#shared/api/pay-user.ts'

/**
 * A client that makes the visitor known when the server does not know it yet: on H3009 one anonymous login, then the same call
 * once more with the same idempotency key. Several calls that fail at once share one login. A login that got no answer is the call's
 * own error: it may be tried again, as H3009 may not. Rule: docs/rules.md, "Identity".
 */
export function withVisitorLogin(client: ApiClient): ApiClient {
  let running: Promise<Result<unknown>> | undefined

  function login(signal: AbortSignal | undefined): Promise<Result<unknown>> {
    running ??= client.call(payLogin, {}, signal === undefined ? {} : { signal }).finally(() => {
      running = undefined
    })
    return running
  }

  return {
    async call(call, input, options = {}) {
      const answer = await client.call(call, input, options)
      if (answer.ok || answer.error.code !== 'H3009') return answer
      const known = await login(options.signal)
      if (known.ok) return client.call(call, input, options)
      return known.error.retry === 'never' ? answer : known
    },
  }
}
