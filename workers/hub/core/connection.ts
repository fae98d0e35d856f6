import type { ApiClient } from '#shared/api/client.ts'
import { NO_ANSWER_CODE } from '#shared/api/error-codes.ts'

/** An API client that tells after each call whether the server could be reached: the only reliable sign of a connection. */
export function withConnectionReport(client: ApiClient, report: (isOnline: boolean) => void): ApiClient {
  return {
    async call(call, input, options) {
      const answer = await client.call(call, input, options)
      if (answer.ok || answer.error.code !== 'cancelled') report(answer.ok || answer.error.code !== NO_ANSWER_CODE)
      return answer
    },
  }
}
