import { expect, test } from 'vitest'
import { identityRecord } from '#shared/storage/hub-records.ts'
import { getPoints } from '#shared/api/user.ts'
import { payLogin } from '#shared/api/pay-user.ts'
import { createPageApi } from '#src/hub-client/api.ts'

/**
 * The number of token replacements when the server refuses a call of `account` ('' is a visitor). `afterLogin` is the account after the
 * anonymous login.
 */
async function renewalsOf(account: string, afterLogin = account): Promise<number> {
  let businessUserId = account
  let renewed = 0
  const now = () => ({ ...identityRecord.fallback(), userToken: 'a'.repeat(32), businessUserId })
  const { api } = createPageApi({
    fetch: async (address) => {
      if (typeof address === 'string' && address.endsWith(payLogin.path)) businessUserId = afterLogin
      return Response.json({ statusCode: 'H3009' }, { status: 401 })
    },
    identity: { currentIdentity: now, identityReady: async () => now(), isNewVisitor: async () => false },
    changeIdentity: async () => {
      renewed += 1
      return true
    },
    checkAccount: () => undefined,
  })
  expect(await api.call(getPoints, {})).toMatchObject({ error: { code: 'H3009' } })
  expect(businessUserId).toBe(afterLogin)
  return renewed
}

test('the token of a visitor who has signed up is replaced', async () => {
  expect(await renewalsOf('')).toBe(1)
})

test('a call of an account that logs out meanwhile replaces nothing: the token of the present identity is valid then', async () => {
  expect(await renewalsOf('ada', '')).toBe(0)
})
