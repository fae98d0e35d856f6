import { eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { rateLimit } from '#server/database/account-schema.ts'
import { clearLoginRows } from '#server/account/clear-old-rows.ts'
import { LIMITS, countTry } from '#server/verbs/rate-limit.ts'
import { HASHES_AT_ONCE, MAX_WAITING } from '#server/account/password-hashing.ts'
import { emailRegistered, logInByEmail, resetPassword, sendResetCode, sendVerificationCode, verifyEmailCode } from '#shared/api/auth.ts'
import { createCountedHashing } from '../fixtures/server/counted-hashing.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { createTestClient } from './client.ts'
import { type SignedUp, PASSWORD, signUp, someAddress } from './sign-up.ts'

const countedHashing = createCountedHashing()
/** The number of wrong logins: several times every limit, and a thousand in the long tests. */
const FLOOD = process.env['LONG'] === '1' ? 1000 : 200
const FLOOD_TIMEOUT_MS = 180_000
const START_MS = Date.now()
let nowMs = START_MS
let server: TestServer
let ann: SignedUp
const now = () => nowMs

beforeAll(async () => {
  server = await startTestServer({ listen: false, nowMs: now, hashing: countedHashing.hashing })
  ann = await signUp(server, 'ann@example.org', { nowMs: now })
})
afterAll(() => server.close())
beforeEach(async () => {
  nowMs = START_MS
  await server.database.db.delete(rateLimit)
  countedHashing.clear()
})

const logIn = (address: string, email: string, password = 'wrong') =>
  createTestClient(server, { address, nowMs: now }).call(logInByEmail, { email, password })
const codesOf = async (answers: readonly ReturnType<typeof logIn>[]) =>
  (await Promise.all(answers)).map((answer) => (answer.ok ? 'ok' : answer.error.code))
const countOf = (codes: readonly string[], code: string) => codes.filter((each) => each === code).length

describe('a flood of wrong logins', () => {
  it(
    'from one address is hashed up to its limit, and a right login from another address waits for none of them',
    async () => {
      countedHashing.hold()
      const { max } = LIMITS.loginByAddress
      const attacker = someAddress()
      let answerCount = 0
      const wrongLogins = Array.from({ length: FLOOD }, async (_, index) => {
        const answer = await logIn(attacker, `person${index}@example.org`)
        answerCount += 1
        return answer
      })
      // The rejected logins have ended without a hash. The others wait for their hash.
      await expect.poll(() => answerCount, { timeout: FLOOD_TIMEOUT_MS }).toBe(FLOOD - max)
      await expect.poll(() => countedHashing.counts).toMatchObject({ asked: max, running: 1 })
      const rightLogin = logIn(someAddress(), ann.email, PASSWORD)
      // The hash of the right login starts beside the running hash, before the waiting hashes.
      await expect.poll(() => countedHashing.counts).toMatchObject({ asked: max + 1, running: HASHES_AT_ONCE })
      countedHashing.release()
      expect(await rightLogin).toMatchObject({ ok: true })
      expect(answerCount).toBeLessThan(FLOOD)
      countedHashing.releaseAll()
      const codes = await codesOf(wrongLogins)
      expect([countOf(codes, 'LOGIN_WRONG'), countOf(codes, 'H4022')]).toEqual([max, FLOOD - max])
      expect(countedHashing.counts).toMatchObject({ running: 0, most: HASHES_AT_ONCE })
      expect(countedHashing.counts.costs).toHaveLength(max + 1)
    },
    FLOOD_TIMEOUT_MS,
  )

  it(
    'from 50 addresses at one account is hashed up to the account’s limit, and another account is open',
    async () => {
      const addresses = Array.from({ length: 50 }, someAddress)
      const wrongLogins = Array.from({ length: FLOOD }, (_, index) => logIn(addresses[index % 50] ?? '', 'bob@example.org'))
      expect(await logIn(someAddress(), ann.email, PASSWORD)).toMatchObject({ ok: true })
      expect(countOf(await codesOf(wrongLogins), 'LOGIN_WRONG')).toBe(LIMITS.loginByAccount.max)
      expect(countedHashing.counts).toMatchObject({ running: 0, most: HASHES_AT_ONCE })
      expect(countedHashing.counts.costs).toHaveLength(LIMITS.loginByAccount.max + 1)
    },
    FLOOD_TIMEOUT_MS,
  )
})

describe('queued password hashes', () => {
  it('are a bounded number; further ones are asked to retry later', async () => {
    const answers = await Promise.all(
      Array.from({ length: 400 }, (_, lane) => countedHashing.hashing.matches('wrong', null, { name: String(lane), isKnown: false })),
    )
    const refusals = answers.filter(({ ok }) => !ok)
    expect(refusals).toHaveLength(400 - MAX_WAITING - HASHES_AT_ONCE)
    for (const refusal of refusals) expect(refusal).toMatchObject({ error: { code: 'H4022', retryAfterMs: 60_000 } })
    expect(countedHashing.counts).toMatchObject({ running: 0, most: HASHES_AT_ONCE })
    expect(countedHashing.counts.costs).toHaveLength(MAX_WAITING + HASHES_AT_ONCE)
  })
})

describe('logins', () => {
  it('are limited per account and address, answered with the time to wait, and open again after it', async () => {
    const address = someAddress()
    const { max, windowMs } = LIMITS.loginByAccountAndAddress
    expect(countOf(await codesOf(Array.from({ length: max }, () => logIn(address, ann.email))), 'LOGIN_WRONG')).toBe(max)
    nowMs += 60_000
    expect(await logIn(address, ann.email, PASSWORD)).toMatchObject({ error: { code: 'H4022', afterMs: windowMs - 60_000 } })
    expect(await logIn(someAddress(), ann.email, PASSWORD)).toMatchObject({ ok: true })
    nowMs = START_MS + windowMs
    expect(await logIn(address, ann.email, PASSWORD)).toMatchObject({ ok: true })
  })

  it('that are right do not count, reset the wrong ones before them, and later ones of their network count for it alone', async () => {
    const address = someAddress()
    const { max } = LIMITS.loginByAccountAndAddress
    for (let round = 0; round < 2; round += 1) {
      expect(countOf(await codesOf(Array.from({ length: max - 1 }, () => logIn(address, ann.email))), 'LOGIN_WRONG')).toBe(max - 1)
      expect(await logIn(address, ann.email, PASSWORD)).toMatchObject({ ok: true })
    }
    const countRows = await server.database.db.select({ key: rateLimit.key, count: rateLimit.count }).from(rateLimit)
    const countsOf = (name: string) => countRows.filter(({ key }) => key.startsWith(name)).map(({ count }) => count)
    expect([countsOf('login-address'), countsOf('login-account'), countsOf('login-pair')]).toEqual([[2 * (max - 1)], [max - 1], []])
  })

  it('from one network of IPv6 count together, and the computer itself is no exception', async () => {
    const { max } = LIMITS.loginByAddress
    const networkLogins = Array.from({ length: max + 5 }, (_, index) =>
      logIn(`2001:db8:1:2::${index.toString(16)}`, `p${index}@example.org`),
    )
    expect(countOf(await codesOf(networkLogins), 'H4022')).toBe(5)
    const localLogins = Array.from({ length: max + 1 }, (_, index) => logIn('127.0.0.1', `q${index}@example.org`))
    expect(countOf(await codesOf(localLogins), 'H4022')).toBe(1)
  })
})

describe('a limit', () => {
  it('is exact for parallel requests, restarts after its window, and is removed then', async () => {
    const { db } = server.database
    const limit = { name: 'test', max: 3, windowMs: 1000 }
    const tryOnce = (subject: string) => countTry(db, nowMs, limit, [subject])
    const firstTries = await Promise.all(Array.from({ length: 10 }, () => tryOnce('a')))
    expect(firstTries.filter(({ ok }) => ok)).toHaveLength(limit.max)
    expect((await tryOnce('b')).ok).toBe(true)
    nowMs += limit.windowMs - 1
    expect(await tryOnce('a')).toMatchObject({ error: { code: 'H4022', retryAfterMs: 1 } })
    nowMs += 1
    const secondTries = await Promise.all(Array.from({ length: 10 }, () => tryOnce('a')))
    expect(secondTries.filter(({ ok }) => ok)).toHaveLength(limit.max)
    await clearLoginRows(db, nowMs + 1)
    expect(await db.select({ key: rateLimit.key }).from(rateLimit)).toEqual([{ key: 'test:a' }])
  })

  it('stores neither address nor account in readable form', async () => {
    await logIn('203.0.113.9', ann.email)
    const rows = JSON.stringify(await server.database.db.select().from(rateLimit))
    expect(rows).toContain('login-pair')
    expect(rows).not.toMatch(/203\.0|ann|example/)
  })
})

describe('each call about codes', () => {
  const address = '198.51.100.7'
  const newClient = () => createTestClient(server, { address, nowMs: now })
  const token = '0'.repeat(64)
  const calls = [
    ['registered', LIMITS.registeredByAddress, (index: number) => newClient().call(emailRegistered, { email: `a${index}@example.org` })],
    [
      'a code to sign up with',
      LIMITS.codesByAddress,
      (index: number) => newClient().call(sendVerificationCode, { email: `b${index}@example.org` }),
    ],
    [
      'a code for a password',
      LIMITS.codesByAddress,
      (index: number) => newClient().call(sendResetCode, { email: `c${index}@example.org` }),
    ],
    [
      'verify',
      LIMITS.verifyByAddress,
      (index: number) => newClient().call(verifyEmailCode, { email: `d${index}@example.org`, code: '000000', type: 0 }),
    ],
    ['reset', LIMITS.resetByAddress, () => newClient().call(resetPassword, { token, newPassword: PASSWORD })],
  ] as const

  it.each(calls)('is limited per address: %s', async (_, limit, call) => {
    const answers = await Promise.all(Array.from({ length: limit.max + 1 }, (__, index) => call(index)))
    const refusals = answers.filter((answer) => !answer.ok && answer.error.code === 'H4022')
    expect(refusals).toMatchObject([{ error: { afterMs: limit.windowMs } }])
    expect(
      await server.database.db
        .select()
        .from(rateLimit)
        .where(like(rateLimit.key, `${limit.name}:%`)),
    ).toMatchObject([{ count: limit.max }])
    nowMs += limit.windowMs
    const laterAnswer = await call(limit.max + 2)
    expect(laterAnswer.ok || laterAnswer.error.code !== 'H4022').toBe(true)
  })

  it('returns the time to wait in Retry-After, too', async () => {
    await server.database.db.insert(rateLimit).values({ key: 'none', count: 1, endsAtMs: nowMs })
    const limitedClient = newClient()
    for (let index = 0; index <= LIMITS.codesByAddress.max; index += 1)
      await limitedClient.call(sendResetCode, { email: `e${index}@example.org` })
    expect([limitedClient.status(), limitedClient.headers().get('retry-after')]).toEqual([
      429,
      String(LIMITS.codesByAddress.windowMs / 1000),
    ])
    expect(await server.database.db.select().from(rateLimit).where(eq(rateLimit.key, 'none'))).toHaveLength(1)
  })
})
