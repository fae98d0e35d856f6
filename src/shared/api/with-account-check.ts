import type { ApiClient } from '#shared/api/client.ts'
import { getMe } from '#shared/api/user.ts'

const DOUBTFUL = new Set(['H3009', 'H3013'])
/** Refused calls within this time share one account check, in ms. */
const ACCOUNT_CHECK_GAP_MS = 5000

/**
 * A client that checks the account after a refused call: the session may have ended or changed. File uploads bypass it, because their refusals
 * say nothing about the account. Rule: docs/account.md, "Accounts".
 */
export function withAccountCheck(client: ApiClient, check: () => void, nowMs: () => number): ApiClient {
  let checkedAtMs = Number.NEGATIVE_INFINITY
  return {
    async call(call, input, options) {
      const answer = await client.call(call, input, options)
      if (answer.ok || !DOUBTFUL.has(answer.error.code) || call.path === getMe.path) return answer
      // The device's clock may have been set back.
      if (Math.abs(nowMs() - checkedAtMs) < ACCOUNT_CHECK_GAP_MS) return answer
      checkedAtMs = nowMs()
      check()
      return answer
    },
  }
}
