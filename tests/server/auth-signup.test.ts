import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { account, emailCode, emailProof, mail, session } from '#server/database/account-schema.ts'
import { LIMITS } from '#server/verbs/rate-limit.ts'
import { completeSignup, emailRegistered, sendResetCode, sendVerificationCode, verifyEmailCode } from '#shared/api/auth.ts'
import { getMe } from '#shared/api/user.ts'
import { CODE_LIFETIME_MS, CODE_RESEND_MS, CODE_TRIES, PROOF_LIFETIME_MS } from '#shared/domain/account-rules.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { createTestClient, createVisitor } from './client.ts'
import { latestCode, PASSWORD, proveReset, proveSignUp, signUp, someAddress } from './sign-up.ts'

const START_MS = Date.now()
let nowMs = START_MS
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ listen: false, nowMs: () => nowMs })
})
afterAll(() => server.close())

let testCount = 0
let email = ''
beforeEach(() => {
  nowMs = START_MS
  testCount += 1
  email = `person${testCount}@example.org`
})

const now = () => nowMs
const newBrowser = () => createTestClient(server, { address: someAddress(), nowMs: now })
const signUpFields = { firstName: 'Ann', lastName: 'Onymous', password: PASSWORD }
const verify = (code: string, type: 0 | 1 = 0) => newBrowser().call(verifyEmailCode, { email, code, type })
const outcomeOf = async (answer: ReturnType<typeof verify>) => {
  const result = await answer
  return result.ok ? 'ok' : result.error.code
}
const wrongCodeFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const requestCode = async () => {
  await newBrowser().get(sendVerificationCode, { email })
  return latestCode(server, email)
}

describe('signing up', () => {
  it('creates an account with names, points and a session, and marks the address as registered from then on', async () => {
    expect(await newBrowser().get(emailRegistered, { email })).toEqual({ registered: false })
    const { client, userInfo, carried } = await signUp(server, email, { nowMs: now })
    expect(userInfo).toMatchObject({ email, firstName: 'Ann', lastName: 'Onymous', points: 100, isLoggedIn: true, hasPassword: true })
    expect(carried).toEqual({ creations: 0, points: 0 })
    expect(await client.get(getMe, {})).toEqual(userInfo)
    expect(await newBrowser().get(emailRegistered, { email: email.toUpperCase() })).toEqual({ registered: true })
  })

  it('gives welcome points to a mailbox once, under any spelling', async () => {
    const { userInfo } = await signUp(server, email, { nowMs: now })
    const [name, domain] = email.split('@')
    const secondSignUp = await signUp(server, `${name}+more@${domain}`, { nowMs: now })
    expect([userInfo.points, secondSignUp.userInfo.points]).toEqual([100, 0])
  })

  it('stores no password, code, proof or session token in plain text', async () => {
    const registrationToken = await proveSignUp(server, email, { nowMs: now })
    const code = await latestCode(server, email)
    const codes = JSON.stringify(await server.database.db.select().from(emailCode).where(eq(emailCode.email, email)))
    const proofs = JSON.stringify(await server.database.db.select().from(emailProof))
    expect(codes).not.toContain(code)
    expect(proofs).not.toContain(registrationToken)
    const browser = newBrowser()
    await browser.get(completeSignup, { registrationToken, ...signUpFields })
    const accounts = JSON.stringify(await server.database.db.select().from(account).where(eq(account.email, email)))
    expect(accounts).toContain('scrypt$')
    expect(accounts).not.toContain(PASSWORD)
    expect(JSON.stringify(await server.database.db.select().from(session))).not.toContain(browser.jar.get('session'))
  })

  it('moves the visitor’s data, and its token is invalid from then on', async () => {
    const visitor = await createVisitor(server, { nowMs: now })
    expect((await signUp(server, email, { visitor, nowMs: now })).carried).toEqual({ creations: 0, points: 100 })
    expect(await createTestClient(server, { token: visitor.token, nowMs: now }).refusal(getMe, {})).toEqual({ code: 'H3009' })
  })

  it('rejects an address with an account, and does not use up the proof of a later request', async () => {
    const registrationToken = await proveSignUp(server, email, { nowMs: now })
    nowMs += CODE_RESEND_MS
    await signUp(server, email, { nowMs: now })
    const emailInUse = { code: 'EMAIL_TAKEN', fields: ['email'] }
    expect(await newBrowser().refusal(sendVerificationCode, { email })).toEqual(emailInUse)
    expect(await newBrowser().refusal(completeSignup, { registrationToken, ...signUpFields })).toEqual(emailInUse)
    expect(await server.database.db.select().from(emailProof).where(eq(emailProof.email, email))).toHaveLength(1)
  })

  it('happens once for parallel requests, with one proof or with two', async () => {
    const firstToken = await proveSignUp(server, email, { nowMs: now })
    nowMs += CODE_RESEND_MS
    const secondToken = await proveSignUp(server, email, { nowMs: now })
    const tokens = [firstToken, firstToken, secondToken, secondToken]
    const answers = await Promise.all(
      tokens.map((registrationToken) => newBrowser().call(completeSignup, { registrationToken, ...signUpFields })),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    for (const answer of answers) if (!answer.ok) expect(['EMAIL_TAKEN', 'PROOF_EXPIRED']).toContain(answer.error.code)
    expect(await server.database.db.select().from(account).where(eq(account.email, email))).toHaveLength(1)
  })

  it('needs an unused proof of its own kind, not older than the proof lifetime', async () => {
    const registrationToken = await proveSignUp(server, email, { nowMs: now })
    nowMs += PROOF_LIFETIME_MS
    expect(await newBrowser().refusal(completeSignup, { registrationToken, ...signUpFields })).toEqual({ code: 'PROOF_EXPIRED' })
    nowMs -= 1
    await newBrowser().get(completeSignup, { registrationToken, ...signUpFields })
    const resetToken = await proveReset(server, email, { nowMs: now })
    expect(await newBrowser().refusal(completeSignup, { registrationToken: resetToken, ...signUpFields })).toEqual({
      code: 'PROOF_EXPIRED',
    })
    expect(await newBrowser().refusal(completeSignup, { registrationToken: '0'.repeat(64), ...signUpFields })).toEqual({
      code: 'PROOF_EXPIRED',
    })
  })

  it('names each wrong input', async () => {
    const input = { registrationToken: '0'.repeat(64), ...signUpFields }
    for (const [field, value] of [
      ['password', 'short'],
      ['password', 'password'],
      ['password', 'x'.repeat(129)],
      ['firstName', ' '],
      ['lastName', 'x'.repeat(61)],
      ['registrationToken', 'guess'],
    ] as const) {
      expect(await newBrowser().refusal(completeSignup, { ...input, [field]: value }), value).toEqual({ code: 'H3000', fields: [field] })
    }
    expect(await newBrowser().refusal(sendVerificationCode, { email: 'nobody' })).toEqual({ code: 'H3000', fields: ['email'] })
    expect(await newBrowser().refusal(verifyEmailCode, { email, code: '12345', type: 0 })).toEqual({ code: 'H3000', fields: ['code'] })
  })
})

describe('a code', () => {
  it('is exchanged once, and later fails as used', async () => {
    const code = await requestCode()
    expect(await outcomeOf(verify(code))).toBe('ok')
    expect(await outcomeOf(verify(code))).toBe('CODE_USED')
  })

  it('gives one proof for parallel requests', async () => {
    const code = await requestCode()
    const answers = await Promise.all(Array.from({ length: 6 }, () => outcomeOf(verify(code))))
    expect(answers.toSorted()).toEqual([...Array.from({ length: 5 }, () => 'CODE_USED'), 'ok'])
    expect(await server.database.db.select().from(emailProof).where(eq(emailProof.email, email))).toHaveLength(1)
  })

  it('survives CODE_TRIES wrong tries, and the next one is refused unread', async () => {
    const code = await requestCode()
    for (let index = 0; index < CODE_TRIES; index += 1) expect(await outcomeOf(verify(wrongCodeFor(code)))).toBe('CODE_WRONG')
    expect(await outcomeOf(verify(code))).toBe('CODE_TRIES_USED')
    nowMs += CODE_RESEND_MS
    expect(await outcomeOf(verify(await requestCode()))).toBe('ok')
  })

  it('is read CODE_TRIES times at most for parallel tries', async () => {
    const code = await requestCode()
    const answers = await Promise.all(Array.from({ length: 20 }, () => outcomeOf(verify(wrongCodeFor(code)))))
    expect(answers.filter((answer) => answer === 'CODE_WRONG')).toHaveLength(CODE_TRIES)
    expect(answers.filter((answer) => answer === 'CODE_TRIES_USED')).toHaveLength(20 - CODE_TRIES)
    expect(await outcomeOf(verify(code))).toBe('CODE_TRIES_USED')
  })

  it('is not found by more than CODE_TRIES parallel tries', async () => {
    const code = await requestCode()
    const wrongTries = Array.from({ length: 40 }, () => outcomeOf(verify(wrongCodeFor(code))))
    const rightTry = outcomeOf(verify(code))
    expect(new Set(await Promise.all(wrongTries))).toEqual(new Set(['CODE_WRONG', 'CODE_TRIES_USED']))
    expect(await rightTry).toBe('CODE_TRIES_USED')
  })

  it('ends after its lifetime, and the answer is the same for a code that never existed', async () => {
    const code = await requestCode()
    nowMs += CODE_LIFETIME_MS - 1
    expect(await outcomeOf(verify(wrongCodeFor(code)))).toBe('CODE_WRONG')
    nowMs += 1
    expect(await outcomeOf(verify(code))).toBe('CODE_EXPIRED')
    email = 'never-asked@example.org'
    expect(await outcomeOf(verify(code))).toBe('CODE_EXPIRED')
  })

  it('is sent again after CODE_RESEND_MS and then replaces the one before', async () => {
    const firstCode = await requestCode()
    nowMs += CODE_RESEND_MS - 5000
    const earlyAnswer = await newBrowser().call(sendVerificationCode, { email })
    expect(earlyAnswer).toMatchObject({ error: { code: 'H4022', retry: 'later', afterMs: 5000 } })
    nowMs += 5000
    expect(await newBrowser().get(sendVerificationCode, { email })).toEqual({ resendAfterMs: CODE_RESEND_MS })
    const secondCode = await latestCode(server, email)
    if (firstCode !== secondCode) expect(await outcomeOf(verify(firstCode))).toBe('CODE_WRONG')
    expect(await outcomeOf(verify(secondCode))).toBe('ok')
  })

  it('is sent once for parallel requests', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => newBrowser().call(sendVerificationCode, { email })))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await server.database.db.select().from(mail).where(eq(mail.recipient, email))).toHaveLength(1)
  })

  it('is for one purpose', async () => {
    expect(await outcomeOf(verify(await requestCode(), 1))).toBe('CODE_EXPIRED')
  })

  it('for a new password is requested, tried and limited alike with and without an account, but only an account gets a message', async () => {
    expect(await newBrowser().get(sendResetCode, { email })).toEqual({ resendAfterMs: CODE_RESEND_MS })
    expect(await server.database.db.select().from(mail).where(eq(mail.recipient, email))).toEqual([])
    const earlyAnswer = await newBrowser().call(sendResetCode, { email })
    expect(earlyAnswer).toMatchObject({ error: { code: 'H4022', afterMs: CODE_RESEND_MS } })
    for (let index = 0; index < CODE_TRIES; index += 1) {
      expect(await outcomeOf(verify(String(index).padStart(6, '0'), 1))).toBe('CODE_WRONG')
    }
    expect(await outcomeOf(verify('999999', 1))).toBe('CODE_TRIES_USED')
  })

  it('is sent to an address a limited number of times a day, for all callers together', async () => {
    const { max, windowMs } = LIMITS.codesByEmail
    for (let index = 0; index < max; index += 1) {
      await newBrowser().get(sendVerificationCode, { email })
      nowMs += CODE_RESEND_MS
    }
    const refusedAnswer = await newBrowser().call(sendVerificationCode, { email })
    expect(refusedAnswer).toMatchObject({ error: { code: 'H4022', afterMs: windowMs - max * CODE_RESEND_MS } })
    expect(await server.database.db.select().from(mail).where(eq(mail.recipient, email))).toHaveLength(max)
    nowMs = START_MS + windowMs
    expect((await newBrowser().call(sendVerificationCode, { email })).ok).toBe(true)
  })
})
