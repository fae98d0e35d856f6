import { expect, test } from 'vitest'
import { identityRecord } from '#shared/storage/hub-records.ts'
import { getPoints } from '#shared/api/user.ts'
import { payLogin } from '#shared/api/pay-user.ts'
import { createPageApi } from '#src/hub-client/api.ts'

/**
 * Counts the token replacements when the server refuses a call of `account` ('' is a visitor). `accountAfterLogin` is the account after
 * the anonymous login.
 */
async function countRenewals(account: string, accountAfterLogin = account): Promise<number> {
  let businessUserId = account
  let renewals = 0
  const readIdentity = () => ({ ...identityRecord.fallback(), userToken: 'a'.repeat(32), businessUserId })
  const { api } = createPageApi({
    fetch: async (address) => {
      if (typeof address === 'string' && address.endsWith(payLogin.path)) businessUserId = accountAfterLogin
      return Response.json({ statusCode: 'H3009' }, { status: 401 })
    },
    identity: { currentIdentity: readIdentity, identityReady: async () => readIdentity(), isNewVisitor: async () => false },
    changeIdentity: async () => {
      renewals += 1
      return true
    },
    checkAccount: () => undefined,
  })
  expect(await api.call(getPoints, {})).toMatchObject({ error: { code: 'H3009' } })
  expect(businessUserId).toBe(accountAfterLogin)
  return renewals
}

test('the token of a visitor who has signed up is replaced', async () => {
  expect(await countRenewals('')).toBe(1)
})

test('a call of an account that logs out meanwhile replaces nothing: the token of the present identity is valid then', async () => {
  expect(await countRenewals('ada', '')).toBe(0)
})
