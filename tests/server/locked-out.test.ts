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
const hashes = createCountedHashing()
let nowMs = Date.now()
let server: TestServer
let count = 0
let email = ''
/** The IP address and the user token of the browser in which the account was last logged in. */
let home: string
let token: string

const now = () => nowMs
beforeAll(async () => {
  server = await startTestServer({ listen: false, nowMs: now, hashing: hashes.hashing })
})
afterAll(() => server.close())
beforeEach(async () => {
  count += 1
  email = `owner${count}@example.org`
  home = someAddress()
  token = makeToken()
  const { id, client } = await signUp(server, email, { nowMs: now, address: home })
  await createTestClient(server, { token, address: home, jar: client.jar, businessUserId: id, nowMs: now }).get(payLogin, {})
  await client.get(logOut, {})
  await server.database.db.delete(rateLimit)
  await server.database.db.delete(emailCode)
  hashes.clear()
})

const at = (address: string, userToken = makeToken()) => createTestClient(server, { address, token: userToken, nowMs: now })
const logIn = (client: ReturnType<typeof at>, password = PASSWORD) => client.call(logInByEmail, { email, password })
const codeOf = async (answer: Promise<{ ok: true } | { ok: false; error: { code: string } }>) => {
  const result = await answer
  return result.ok ? 'ok' : result.error.code
}

/** Sends as many wrong logins as strangers may send for this account, from enough IP addresses. */
async function useUpLogins(): Promise<void> {
  const perAddress = LIMITS.loginByAccountAndAddress.max
  for (let used = 0; used < LIMITS.loginByAccount.max; used += perAddress) {
    const address = someAddress()
    await Promise.all(Array.from({ length: perAddress }, () => logIn(at(address), 'wrong')))
  }
}

describe('an account after the maximum of strangers’ logins', () => {
  it('is open to its own browser, on any network, and to its network, but to no stranger', async () => {
    await useUpLogins()
    expect(await codeOf(logIn(at(someAddress())))).toBe('H4022')
    expect(await codeOf(logIn(at(someAddress(), token)))).toBe('ok')
    expect(await codeOf(logIn(at(home)))).toBe('ok')
  })

  it('is open to its browser even where another user of the network has used up its limit', async () => {
    for (let tries = 0; tries < LIMITS.loginByAddress.max; tries += 1) await logIn(at(home), 'wrong')
    expect(await codeOf(logIn(at(home)))).toBe('H4022')
    expect(await codeOf(logIn(at(home, token)))).toBe('ok')
  })

  it('is no easier to guess from its own browser than from another address', async () => {
    const { max, windowMs } = LIMITS.loginByBrowser
    const owner = () => at(someAddress(), token)
    for (let tries = 0; tries < max; tries += 1) expect(await codeOf(logIn(owner(), 'wrong'))).toBe('LOGIN_WRONG')
    expect(await logIn(owner())).toMatchObject({ error: { code: 'H4022', afterMs: windowMs } })
    nowMs += windowMs
    expect(await codeOf(logIn(owner()))).toBe('ok')
  })

  it('forgets its browsers 90 days after the last use', async () => {
    nowMs += KNOWN_CALLER_RETENTION_MS
    await useUpLogins()
    expect(await codeOf(logIn(at(home, token)))).toBe('H4022')
    await clearLoginRows(server.database.db, nowMs + 1)
    expect(await server.database.db.select().from(knownCaller)).toEqual([])
  })

  it('stores neither token nor address of them in readable form', async () => {
    const rows = JSON.stringify(await server.database.db.select().from(knownCaller))
    expect(rows).not.toContain(token)
    expect(rows).not.toContain(home)
  })
})

describe('codes for a new password', () => {
  const ask = (client: ReturnType<typeof at>) => client.call(sendResetCode, { email })
  const verify = (client: ReturnType<typeof at>, code: string) => client.call(verifyEmailCode, { email, code, type: CODE_TYPES.reset })
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

  it('are sent to the owner when strangers have used up theirs', async () => {
    for (let asked = 0; asked < LIMITS.codesByEmail.max; asked += 1) {
      expect(await codeOf(ask(at(someAddress())))).toBe('ok')
      nowMs += CODE_RESEND_MS
    }
    expect(await codeOf(ask(at(someAddress())))).toBe('H4022')
    for (let asked = 0; asked < LIMITS.codesByKnown.max; asked += 1) {
      expect(await codeOf(ask(at(someAddress(), token)))).toBe('ok')
      nowMs += CODE_RESEND_MS
    }
    expect(await codeOf(ask(at(home, token)))).toBe('H4022')
  })

  it('are sent to its browser when others at the same address have used up theirs', async () => {
    for (let asked = 0; asked < LIMITS.codesByAddress.max; asked += 1)
      await at(home).call(sendResetCode, { email: `nobody${asked}@example.org` })
    expect(await codeOf(ask(at(home)))).toBe('H4022')
    expect(await codeOf(ask(at(home, token)))).toBe('ok')
  })

  it('stay valid for the requester, whatever others try, and others together have CODE_TRIES', async () => {
    expect(await codeOf(ask(at(home, token)))).toBe('ok')
    const code = await latestCode(server, email, RESET_SUBJECT)
    const tries = await Promise.all(Array.from({ length: 12 }, () => codeOf(verify(at(someAddress()), wrong(code)))))
    expect(tries.filter((each) => each === 'CODE_WRONG')).toHaveLength(CODE_TRIES)
    expect(await codeOf(verify(at(someAddress()), code))).toBe('CODE_TRIES_USED')
    expect(await codeOf(verify(at(someAddress(), token), code))).toBe('ok')
  })

  it('have CODE_TRIES tries for the requester, and no more', async () => {
    expect(await codeOf(ask(at(home, token)))).toBe('ok')
    const code = await latestCode(server, email, RESET_SUBJECT)
    for (let tries = 0; tries < CODE_TRIES; tries += 1) expect(await codeOf(verify(at(home, token), wrong(code)))).toBe('CODE_WRONG')
    expect(await codeOf(verify(at(home, token), code))).toBe('CODE_TRIES_USED')
    nowMs += CODE_LIFETIME_MS
    expect(await codeOf(verify(at(home, token), code))).toBe('CODE_EXPIRED')
  })

  it('let the requester try where others at the same address have used up their tries', async () => {
    expect(await codeOf(ask(at(home, token)))).toBe('ok')
    const code = await latestCode(server, email, RESET_SUBJECT)
    for (let tries = 0; tries < LIMITS.verifyByAddress.max; tries += 1)
      await at(home).call(verifyEmailCode, { email: `nobody${tries}@example.org`, code: '000000', type: CODE_TYPES.reset })
    expect(await codeOf(verify(at(home), code))).toBe('H4022')
    expect(await codeOf(verify(at(home, token), code))).toBe('ok')
  })
})

describe('a flood of logins from 120 addresses', () => {
  it('delays the owner by no more than the running hashes', async () => {
    hashes.hold()
    const flood = Array.from({ length: 60 }, () => logIn(at(someAddress()), 'wrong'))
    await expect.poll(() => hashes.counts.calls).toBe(60)
    const right = logIn(at(home, token))
    await expect.poll(() => hashes.counts.calls).toBe(61)
    const later = Array.from({ length: 60 }, () => logIn(at(someAddress()), 'wrong'))
    await expect.poll(() => hashes.counts.calls).toBe(60 + 1 + LIMITS.loginByAccount.max - 60)
    const begun = hashes.counts.costs.length
    hashes.release()
    await expect.poll(() => hashes.counts.costs.length).toBe(begun + HASHES_AT_ONCE)
    hashes.release()
    expect(await right).toMatchObject({ ok: true })
    hashes.releaseAll()
    await Promise.all([...flood, ...later])
  })
})

it('a new password leaves only the browser that set it known', async () => {
  const { db } = server.database
  const { id, client } = await signUp(server, `b${email}`, { nowMs: now })
  const known = () => db.select().from(knownCaller).where(eq(knownCaller.accountId, id))
  const before = await known()
  const thief = at(someAddress())
  await thief.get(logInByEmail, { email: `b${email}`, password: PASSWORD })
  expect((await known()).length).toBeGreaterThan(before.length)
  const { changePassword } = await import('#shared/api/account-settings.ts')
  await client.get(changePassword, { currentPassword: PASSWORD, newPassword: `${PASSWORD} again` })
  expect(await known()).toHaveLength(2)
})
