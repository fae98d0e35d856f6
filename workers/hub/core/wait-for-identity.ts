import type { ApiClient } from '#shared/api/client.ts'
import { fail } from '#shared/result.ts'

const DOUBTFUL = new Set(['H3009', 'H3013'])

/** Work that is refused because of who sends it waits: the account is being looked at, and whoever it turns out to be sends it again. */
export function waitForIdentity(api: ApiClient): ApiClient {
  return {
    async call(call, input, options) {
      const answer = await api.call(call, input, options)
      return !answer.ok && DOUBTFUL.has(answer.error.code) ? fail({ ...answer.error, retry: 'later' }) : answer
    },
  }
}
