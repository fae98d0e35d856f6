import { expect, test } from 'vitest'
import { identityRecord } from '#shared/storage/hub-records.ts'
import { createPageApi } from '#src/hub-client/api.ts'

/** Counts the anonymous logins that two parallel callers cause. `statuses` are those of the server's first answers. */
async function countLogins({ isNew = true, statuses = [] as number[] }): Promise<number> {
  let logins = 0
  const identity = { ...identityRecord.fallback(), userToken: 'a'.repeat(32) }
  const { introduceVisitor } = createPageApi({
    fetch: async () => {
      logins += 1
      const status = statuses.shift() ?? 200
      const body = status === 200 ? { statusCode: 200, data: { userId: 'u' } } : { statusCode: 'H5000' }
      return Response.json(body, { status })
    },
    identity: { currentIdentity: () => identity, identityReady: async () => identity, isNewVisitor: async () => isNew },
    changeIdentity: async () => false,
    checkAccount: () => undefined,
  })
  await Promise.all([introduceVisitor(), introduceVisitor()])
  return logins
}

test('a new visitor is registered once, for any number of callers', async () => {
  expect(await countLogins({})).toBe(1)
})

test('a failed anonymous login is retried once, and no third time', async () => {
  expect(await countLogins({ statuses: [500] })).toBe(2)
  expect(await countLogins({ statuses: [500, 500] })).toBe(2)
})

test('a visitor that the server may know already is not registered', async () => {
  expect(await countLogins({ isNew: false })).toBe(0)
})
