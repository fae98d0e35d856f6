import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eq } from 'drizzle-orm'
import { emailCode, knownCaller, rateLimit } from '#server/database/account-schema.ts'
import { clearLoginRows } from '#server/account/clear-old-rows.ts'
import { LIMITS } from '#server/verbs/rate-limit.ts'
import { HASHES_AT_ONCE } from '#server/account/password-hashing.ts'
import { CODE_TYPES, logInByEmail, logOut, sendResetCode, verifyEmailCode } from '#shared/api/auth.ts'
import { payLogin } from '#shared/api/pay-user.ts'
import { CODE_LIFETIME_MS, CODE_RESEND_MS, CODE_TRIES, KNOWN_CALLER_RETENTION_MS } from '#shared/domain/account-rules.ts'
import { createCountedHashing } from '../fixtures/server/counted-hashing.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { createTestClient, makeToken } from './client.ts'
import { latestCode, PASSWORD, signUp, someAddress } from './sign-up.ts'

const RESET_SUBJECT = 'Your Kinora password reset code'
const countedHashing = createCountedHashing()
let nowMs = Date.now()
let server: TestServer
let testCount = 0
let email = ''
/** The IP address and the user token of the browser in which the account was last logged in. */
let homeAddress: string
let browserToken: string

const now = () => nowMs
beforeAll(async () => {
  server = await startTestServer({ listen: false, nowMs: now, hashing: countedHashing.hashing })
})
afterAll(() => server.close())
beforeEach(async () => {
  testCount += 1
  email = `owner${testCount}@example.org`
  homeAddress = someAddress()
  browserToken = makeToken()
  const { id, client } = await signUp(server, email, { nowMs: now, address: homeAddress })
  await createTestClient(server, { token: browserToken, address: homeAddress, jar: client.jar, businessUserId: id, nowMs: now }).get(
    payLogin,
    {},
  )
  await client.get(logOut, {})
  await server.database.db.delete(rateLimit)
  await server.database.db.delete(emailCode)
  countedHashing.clear()
})

const browserAt = (address: string, userToken = makeToken()) => createTestClient(server, { address, token: userToken, nowMs: now })
const logIn = (client: ReturnType<typeof browserAt>, password = PASSWORD) => client.call(logInByEmail, { email, password })
const outcomeOf = async (answer: Promise<{ ok: true } | { ok: false; error: { code: string } }>) => {
  const result = await answer
  return result.ok ? 'ok' : result.error.code
}

/** Sends as many wrong logins as strangers may send for this account, from so many IP addresses that no limit per address applies. */
async function useUpLogins(): Promise<void> {
  const perAddress = LIMITS.loginByAccountAndAddress.max
  for (let loginCount = 0; loginCount < LIMITS.loginByAccount.max; loginCount += perAddress) {
    const address = someAddress()
    await Promise.all(Array.from({ length: perAddress }, () => logIn(browserAt(address), 'wrong')))
  }
}

describe('an account after the maximum of strangers’ logins', () => {
  it('is open to its own browser, on any network, and to its network, but to no stranger', async () => {
    await useUpLogins()
    expect(await outcomeOf(logIn(browserAt(someAddress())))).toBe('H4022')
    expect(await outcomeOf(logIn(browserAt(someAddress(), browserToken)))).toBe('ok')
    expect(await outcomeOf(logIn(browserAt(homeAddress)))).toBe('ok')
  })

  it('is open to its browser even where another user of the network has used up its limit', async () => {
    for (let attempt = 0; attempt < LIMITS.loginByAddress.max; attempt += 1) await logIn(browserAt(homeAddress), 'wrong')
    expect(await outcomeOf(logIn(browserAt(homeAddress)))).toBe('H4022')
    expect(await outcomeOf(logIn(browserAt(homeAddress, browserToken)))).toBe('ok')
  })

  it('is no easier to guess from its own browser than from another address', async () => {
    const { max, windowMs } = LIMITS.loginByBrowser
    const openOwnerBrowser = () => browserAt(someAddress(), browserToken)
    for (let attempt = 0; attempt < max; attempt += 1) expect(await outcomeOf(logIn(openOwnerBrowser(), 'wrong'))).toBe('LOGIN_WRONG')
    expect(await logIn(openOwnerBrowser())).toMatchObject({ error: { code: 'H4022', afterMs: windowMs } })
    nowMs += windowMs
    expect(await outcomeOf(logIn(openOwnerBrowser()))).toBe('ok')
  })

  it('forgets its browsers 90 days after the last use', async () => {
    nowMs += KNOWN_CALLER_RETENTION_MS
    await useUpLogins()
    expect(await outcomeOf(logIn(browserAt(homeAddress, browserToken)))).toBe('H4022')
    await clearLoginRows(server.database.db, nowMs + 1)
    expect(await server.database.db.select().from(knownCaller)).toEqual([])
  })

  it('stores neither token nor address of them in readable form', async () => {
    const rows = JSON.stringify(await server.database.db.select().from(knownCaller))
    expect(rows).not.toContain(browserToken)
    expect(rows).not.toContain(homeAddress)
  })
})

describe('codes for a new password', () => {
  const requestCode = (client: ReturnType<typeof browserAt>) => client.call(sendResetCode, { email })
  const verify = (client: ReturnType<typeof browserAt>, code: string) =>
    client.call(verifyEmailCode, { email, code, type: CODE_TYPES.reset })
  const wrongCodeFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

  it('are sent to the owner when strangers have used up theirs', async () => {
    for (let requestIndex = 0; requestIndex < LIMITS.codesByEmail.max; requestIndex += 1) {
      expect(await outcomeOf(requestCode(browserAt(someAddress())))).toBe('ok')
      nowMs += CODE_RESEND_MS
    }
    expect(await outcomeOf(requestCode(browserAt(someAddress())))).toBe('H4022')
    for (let requestIndex = 0; requestIndex < LIMITS.codesByKnown.max; requestIndex += 1) {
      expect(await outcomeOf(requestCode(browserAt(someAddress(), browserToken)))).toBe('ok')
      nowMs += CODE_RESEND_MS
    }
    expect(await outcomeOf(requestCode(browserAt(homeAddress, browserToken)))).toBe('H4022')
  })

  it('are sent to its browser when others at the same address have used up theirs', async () => {
    for (let requestIndex = 0; requestIndex < LIMITS.codesByAddress.max; requestIndex += 1)
      await browserAt(homeAddress).call(sendResetCode, { email: `nobody${requestIndex}@example.org` })
    expect(await outcomeOf(requestCode(browserAt(homeAddress)))).toBe('H4022')
    expect(await outcomeOf(requestCode(browserAt(homeAddress, browserToken)))).toBe('ok')
  })

  it('stay valid for the requester, whatever others try, and others together have CODE_TRIES', async () => {
    expect(await outcomeOf(requestCode(browserAt(homeAddress, browserToken)))).toBe('ok')
    const code = await latestCode(server, email, RESET_SUBJECT)
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => outcomeOf(verify(browserAt(someAddress()), wrongCodeFor(code)))))
    expect(outcomes.filter((outcome) => outcome === 'CODE_WRONG')).toHaveLength(CODE_TRIES)
    expect(await outcomeOf(verify(browserAt(someAddress()), code))).toBe('CODE_TRIES_USED')
    expect(await outcomeOf(verify(browserAt(someAddress(), browserToken), code))).toBe('ok')
  })

  it('have CODE_TRIES tries for the requester, and no more', async () => {
    expect(await outcomeOf(requestCode(browserAt(homeAddress, browserToken)))).toBe('ok')
    const code = await latestCode(server, email, RESET_SUBJECT)
    for (let attempt = 0; attempt < CODE_TRIES; attempt += 1)
      expect(await outcomeOf(verify(browserAt(homeAddress, browserToken), wrongCodeFor(code)))).toBe('CODE_WRONG')
    expect(await outcomeOf(verify(browserAt(homeAddress, browserToken), code))).toBe('CODE_TRIES_USED')
    nowMs += CODE_LIFETIME_MS
    expect(await outcomeOf(verify(browserAt(homeAddress, browserToken), code))).toBe('CODE_EXPIRED')
  })

  it('let the requester try where others at the same address have used up their tries', async () => {
    expect(await outcomeOf(requestCode(browserAt(homeAddress, browserToken)))).toBe('ok')
    const code = await latestCode(server, email, RESET_SUBJECT)
    for (let attempt = 0; attempt < LIMITS.verifyByAddress.max; attempt += 1)
      await browserAt(homeAddress).call(verifyEmailCode, { email: `nobody${attempt}@example.org`, code: '000000', type: CODE_TYPES.reset })
    expect(await outcomeOf(verify(browserAt(homeAddress), code))).toBe('H4022')
    expect(await outcomeOf(verify(browserAt(homeAddress, browserToken), code))).toBe('ok')
  })
})

describe('a flood of logins from 120 addresses', () => {
  it('delays the owner by no more than the running hashes', async () => {
    countedHashing.hold()
    const flood = Array.from({ length: 60 }, () => logIn(browserAt(someAddress()), 'wrong'))
    await expect.poll(() => countedHashing.counts.asked).toBe(60)
    const rightLogin = logIn(browserAt(homeAddress, browserToken))
    await expect.poll(() => countedHashing.counts.asked).toBe(61)
    const laterFlood = Array.from({ length: 60 }, () => logIn(browserAt(someAddress()), 'wrong'))
    await expect.poll(() => countedHashing.counts.asked).toBe(60 + 1 + LIMITS.loginByAccount.max - 60)
    const startedHashes = countedHashing.counts.costs.length
    countedHashing.release()
    await expect.poll(() => countedHashing.counts.costs.length).toBe(startedHashes + HASHES_AT_ONCE)
    countedHashing.release()
    expect(await rightLogin).toMatchObject({ ok: true })
    countedHashing.releaseAll()
    await Promise.all([...flood, ...laterFlood])
  })
})

it('a new password leaves only the browser that set it known', async () => {
  const { db } = server.database
  const { id, client } = await signUp(server, `b${email}`, { nowMs: now })
  const loadKnownCallers = () => db.select().from(knownCaller).where(eq(knownCaller.accountId, id))
  const callersBefore = await loadKnownCallers()
  const thief = browserAt(someAddress())
  await thief.get(logInByEmail, { email: `b${email}`, password: PASSWORD })
  expect((await loadKnownCallers()).length).toBeGreaterThan(callersBefore.length)
  const { changePassword } = await import('#shared/api/account-settings.ts')
  await client.get(changePassword, { currentPassword: PASSWORD, newPassword: `${PASSWORD} again` })
  expect(await loadKnownCallers()).toHaveLength(2)
})
