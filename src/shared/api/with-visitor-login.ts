import type { ApiClient } from '#shared/api/client.ts'
import { payLogin } from '#shared/api/pay-user.ts'

/**
 * A client that makes the visitor known when the server does not know it yet: on H3009 one anonymous login, then the same call
 * once more with the same idempotency key. Several calls that fail at once share one login. Rule: docs/rules.md, "Identity".
 */
export function withVisitorLogin(client: ApiClient): ApiClient {
  let running: Promise<boolean> | undefined

  async function login(signal: AbortSignal | undefined): Promise<boolean> {
    running ??= client
      .call(payLogin, {}, signal === undefined ? {} : { signal })
      .then((answer) => answer.ok)
      .finally(() => {
        running = undefined
      })
    return running
  }

  return {
    async call(call, input, options = {}) {
      const answer = await client.call(call, input, options)
      if (answer.ok || answer.error.code !== 'H3009') return answer
      return (await login(options.signal)) ? client.call(call, input, options) : answer
    },
  }
}
