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

let count = 0
let email = ''
beforeEach(() => {
  nowMs = START_MS
  count += 1
  email = `person${count}@example.org`
})

const now = () => nowMs
const anybody = () => createTestClient(server, { address: someAddress(), nowMs: now })
const names = { firstName: 'Ann', lastName: 'Onymous', password: PASSWORD }
const verify = (code: string, type: 0 | 1 = 0) => anybody().call(verifyEmailCode, { email, code, type })
const codeOf = async (answer: ReturnType<typeof verify>) => {
  const result = await answer
  return result.ok ? 'ok' : result.error.code
}
const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const ask = async () => {
  await anybody().get(sendVerificationCode, { email })
  return latestCode(server, email)
}

describe('signing up', () => {
  it('creates an account with names, points and a session, and marks the address as registered from then on', async () => {
    expect(await anybody().get(emailRegistered, { email })).toEqual({ registered: false })
    const { client, userInfo, carried } = await signUp(server, email, { nowMs: now })
    expect(userInfo).toMatchObject({ email, firstName: 'Ann', lastName: 'Onymous', points: 100, isLoggedIn: true, hasPassword: true })
    expect(carried).toEqual({ creations: 0, points: 0 })
    expect(await client.get(getMe, {})).toEqual(userInfo)
    expect(await anybody().get(emailRegistered, { email: email.toUpperCase() })).toEqual({ registered: true })
  })

  it('gives welcome points to a mailbox once, under any spelling', async () => {
    const { userInfo } = await signUp(server, email, { nowMs: now })
    const [name, domain] = email.split('@')
    const again = await signUp(server, `${name}+more@${domain}`, { nowMs: now })
    expect([userInfo.points, again.userInfo.points]).toEqual([100, 0])
  })

  it('stores no password, code, proof or session token in plain text', async () => {
    const registrationToken = await proveSignUp(server, email, { nowMs: now })
    const code = await latestCode(server, email)
    const codes = JSON.stringify(await server.database.db.select().from(emailCode).where(eq(emailCode.email, email)))
    const proofs = JSON.stringify(await server.database.db.select().from(emailProof))
    expect(codes).not.toContain(code)
    expect(proofs).not.toContain(registrationToken)
    const browser = anybody()
    await browser.get(completeSignup, { registrationToken, ...names })
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
    expect(await anybody().refusal(sendVerificationCode, { email })).toEqual(emailInUse)
    expect(await anybody().refusal(completeSignup, { registrationToken, ...names })).toEqual(emailInUse)
    expect(await server.database.db.select().from(emailProof).where(eq(emailProof.email, email))).toHaveLength(1)
  })

  it('happens once for parallel requests, with one proof or with two', async () => {
    const first = await proveSignUp(server, email, { nowMs: now })
    nowMs += CODE_RESEND_MS
    const second = await proveSignUp(server, email, { nowMs: now })
    const tokens = [first, first, second, second]
    const answers = await Promise.all(tokens.map((registrationToken) => anybody().call(completeSignup, { registrationToken, ...names })))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    for (const answer of answers) if (!answer.ok) expect(['EMAIL_TAKEN', 'PROOF_EXPIRED']).toContain(answer.error.code)
    expect(await server.database.db.select().from(account).where(eq(account.email, email))).toHaveLength(1)
  })

  it('needs an unused proof of its own kind, not older than the proof lifetime', async () => {
    const registrationToken = await proveSignUp(server, email, { nowMs: now })
    nowMs += PROOF_LIFETIME_MS
    expect(await anybody().refusal(completeSignup, { registrationToken, ...names })).toEqual({ code: 'PROOF_EXPIRED' })
    nowMs -= 1
    await anybody().get(completeSignup, { registrationToken, ...names })
    const resetToken = await proveReset(server, email, { nowMs: now })
    expect(await anybody().refusal(completeSignup, { registrationToken: resetToken, ...names })).toEqual({ code: 'PROOF_EXPIRED' })
    expect(await anybody().refusal(completeSignup, { registrationToken: '0'.repeat(64), ...names })).toEqual({ code: 'PROOF_EXPIRED' })
  })

  it('names each wrong input', async () => {
    const input = { registrationToken: '0'.repeat(64), ...names }
    for (const [field, value] of [
      ['password', 'short'],
      ['password', 'password'],
      ['password', 'x'.repeat(129)],
      ['firstName', ' '],
      ['lastName', 'x'.repeat(61)],
      ['registrationToken', 'guess'],
    ] as const) {
      expect(await anybody().refusal(completeSignup, { ...input, [field]: value }), value).toEqual({ code: 'H3000', fields: [field] })
    }
    expect(await anybody().refusal(sendVerificationCode, { email: 'nobody' })).toEqual({ code: 'H3000', fields: ['email'] })
    expect(await anybody().refusal(verifyEmailCode, { email, code: '12345', type: 0 })).toEqual({ code: 'H3000', fields: ['code'] })
  })
})

describe('a code', () => {
  it('is exchanged once, and later fails as used', async () => {
    const code = await ask()
    expect(await codeOf(verify(code))).toBe('ok')
    expect(await codeOf(verify(code))).toBe('CODE_USED')
  })

  it('gives one proof for parallel requests', async () => {
    const code = await ask()
    const answers = await Promise.all(Array.from({ length: 6 }, () => codeOf(verify(code))))
    expect(answers.toSorted()).toEqual([...Array.from({ length: 5 }, () => 'CODE_USED'), 'ok'])
    expect(await server.database.db.select().from(emailProof).where(eq(emailProof.email, email))).toHaveLength(1)
  })

  it('survives CODE_TRIES wrong tries, and the next one is refused unread', async () => {
    const code = await ask()
    for (let index = 0; index < CODE_TRIES; index += 1) expect(await codeOf(verify(another(code)))).toBe('CODE_WRONG')
    expect(await codeOf(verify(code))).toBe('CODE_TRIES_USED')
    nowMs += CODE_RESEND_MS
    expect(await codeOf(verify(await ask()))).toBe('ok')
  })

  it('is read CODE_TRIES times at most for parallel tries', async () => {
    const code = await ask()
    const answers = await Promise.all(Array.from({ length: 20 }, () => codeOf(verify(another(code)))))
    expect(answers.filter((answer) => answer === 'CODE_WRONG')).toHaveLength(CODE_TRIES)
    expect(answers.filter((answer) => answer === 'CODE_TRIES_USED')).toHaveLength(20 - CODE_TRIES)
    expect(await codeOf(verify(code))).toBe('CODE_TRIES_USED')
  })

  it('is not found by more than CODE_TRIES parallel tries', async () => {
    const code = await ask()
    const wrong = Array.from({ length: 40 }, () => codeOf(verify(another(code))))
    const right = codeOf(verify(code))
    expect(new Set(await Promise.all(wrong))).toEqual(new Set(['CODE_WRONG', 'CODE_TRIES_USED']))
    expect(await right).toBe('CODE_TRIES_USED')
  })

  it('ends after its lifetime, and the answer is the same for a code that never existed', async () => {
    const code = await ask()
    nowMs += CODE_LIFETIME_MS - 1
    expect(await codeOf(verify(another(code)))).toBe('CODE_WRONG')
    nowMs += 1
    expect(await codeOf(verify(code))).toBe('CODE_EXPIRED')
    email = 'never-asked@example.org'
    expect(await codeOf(verify(code))).toBe('CODE_EXPIRED')
  })

  it('is sent again after CODE_RESEND_MS and then replaces the one before', async () => {
    const first = await ask()
    nowMs += CODE_RESEND_MS - 5000
    const early = await anybody().call(sendVerificationCode, { email })
    expect(early).toMatchObject({ error: { code: 'H4022', retry: 'later', afterMs: 5000 } })
    nowMs += 5000
    expect(await anybody().get(sendVerificationCode, { email })).toEqual({ resendAfterMs: CODE_RESEND_MS })
    const second = await latestCode(server, email)
    if (first !== second) expect(await codeOf(verify(first))).toBe('CODE_WRONG')
    expect(await codeOf(verify(second))).toBe('ok')
  })

  it('is sent once for parallel requests', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => anybody().call(sendVerificationCode, { email })))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await server.database.db.select().from(mail).where(eq(mail.recipient, email))).toHaveLength(1)
  })

  it('is for one purpose', async () => {
    expect(await codeOf(verify(await ask(), 1))).toBe('CODE_EXPIRED')
  })

  it('for a new password is requested, tried and limited alike with and without an account, but only an account gets a message', async () => {
    expect(await anybody().get(sendResetCode, { email })).toEqual({ resendAfterMs: CODE_RESEND_MS })
    expect(await server.database.db.select().from(mail).where(eq(mail.recipient, email))).toEqual([])
    const early = await anybody().call(sendResetCode, { email })
    expect(early).toMatchObject({ error: { code: 'H4022', afterMs: CODE_RESEND_MS } })
    for (let index = 0; index < CODE_TRIES; index += 1) {
      expect(await codeOf(verify(String(index).padStart(6, '0'), 1))).toBe('CODE_WRONG')
    }
    expect(await codeOf(verify('999999', 1))).toBe('CODE_TRIES_USED')
  })

  it('is sent to an address a limited number of times a day, for all callers together', async () => {
    const { max, windowMs } = LIMITS.codesByEmail
    for (let index = 0; index < max; index += 1) {
      await anybody().get(sendVerificationCode, { email })
      nowMs += CODE_RESEND_MS
    }
    const refused = await anybody().call(sendVerificationCode, { email })
    expect(refused).toMatchObject({ error: { code: 'H4022', afterMs: windowMs - max * CODE_RESEND_MS } })
    expect(await server.database.db.select().from(mail).where(eq(mail.recipient, email))).toHaveLength(max)
    nowMs = START_MS + windowMs
    expect((await anybody().call(sendVerificationCode, { email })).ok).toBe(true)
  })
})
