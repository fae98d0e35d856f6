import type { AppError } from '#shared/result.ts'
import type { ApiClient } from './client.ts'
import { getMe } from './user.ts'

/** Whether the server rejected the caller rather than the request, so that the account must be checked. Includes a 403 of a proxy. */
export function isCallerRefused({ code, isForbidden }: AppError): boolean {
  return isForbidden === true || code === 'H3009' || code === 'H3013'
}

/** Rejected calls within this time share one account check, in ms. */
const ACCOUNT_CHECK_GAP_MS = 5000

/**
 * A client that checks the account after a rejected call, because the session may have ended or changed. File uploads bypass the check:
 * their rejections do not concern the account. Rule: docs/account.md, "Accounts".
 */
export function withAccountCheck(client: ApiClient, checkAccount: () => void, nowMs: () => number): ApiClient {
  let checkedAtMs = Number.NEGATIVE_INFINITY
  return {
    async call(call, input, options) {
      const answer = await client.call(call, input, options)
      if (answer.ok || !isCallerRefused(answer.error) || call.path === getMe.path) return answer
      // `Math.abs`, because the device's clock may have been set back.
      if (Math.abs(nowMs() - checkedAtMs) < ACCOUNT_CHECK_GAP_MS) return answer
      checkedAtMs = nowMs()
      checkAccount()
      return answer
    },
  }
}
