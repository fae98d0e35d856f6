import type { ApiClient } from '#shared/api/client.ts'
import { getMe } from '#shared/api/user.ts'

const DOUBTFUL = new Set(['H3009', 'H3013'])

/**
 * A client that has the account checked when a call was refused to it: the session may be over, or another account's. Files are stored
 * without it, so what their store refuses says nothing about the account. Rule: docs/rules.md, "Accounts".
 */
export function withAccountCheck(client: ApiClient, check: () => void): ApiClient {
  return {
    async call(call, input, options) {
      const answer = await client.call(call, input, options)
      if (!answer.ok && DOUBTFUL.has(answer.error.code) && call.path !== getMe.path) check()
      return answer
    },
  }
}
