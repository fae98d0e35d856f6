import { eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { account, emailChange, emailCode, mail, rateLimit } from '#server/database/account-schema.ts'
import { LIMITS } from '#server/verbs/rate-limit.ts'
import { changeEmail, changePassword, endSessions, startEmailChange } from '#shared/api/account-settings.ts'
import { logInByEmail, resetPassword } from '#shared/api/auth.ts'
import { getMe } from '#shared/api/user.ts'
import { CODE_LIFETIME_MS, CODE_RESEND_MS, CODE_TRIES } from '#shared/domain/account-rules.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { createTestClient, createVisitor } from './client.ts'
import { type SignedUp, PASSWORD, latestCode, noticesTo, proveReset, signUp, someAddress } from './sign-up.ts'

const WRONG = '000000'
let nowMs = Date.now()
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ listen: false, nowMs: () => nowMs })
})
afterAll(() => server.close())
beforeEach(() => server.database.db.delete(rateLimit).then(() => undefined))

const clock = { nowMs: () => nowMs }
const db = () => server.database.db
const stranger = () => createTestClient(server, { ...clock, address: someAddress() })
let people = 0
const nextEmail = () => `p${(people += 1)}@example.org`
const somebody = () => signUp(server, nextEmail(), { ...clock, address: someAddress() })
const start = ({ client }: SignedUp, email: string) => client.get(startEmailChange, { email, currentPassword: PASSWORD })
const oldCodeOf = ({ email }: Pick<SignedUp, 'email'>) => latestCode(server, email, 'Your code to change your Kinora email')
const newCodeOf = (email: string) => latestCode(server, email, 'Your code to confirm your new Kinora email')

describe('a change of the address', () => {
  it('needs the password and the codes of both mailboxes, and both mailboxes get a mail', async () => {
    const [ann, email] = [await somebody(), nextEmail()]
    expect(await ann.client.refusal(startEmailChange, { email })).toEqual({ code: 'H3001', fields: ['currentPassword'] })
    expect(await ann.client.refusal(startEmailChange, { email, currentPassword: 'x' })).toMatchObject({ code: 'LOGIN_WRONG' })
    expect(await start(ann, ` ${email.toUpperCase()}`)).toEqual({ resendAfterMs: CODE_RESEND_MS })
    const [oldCode, newCode] = [await oldCodeOf(ann), await newCodeOf(email)]
    expect(await ann.client.refusal(changeEmail, { oldCode: WRONG, newCode })).toEqual({ code: 'CODE_WRONG', fields: ['oldCode'] })
    expect(await ann.client.refusal(changeEmail, { oldCode, newCode: WRONG })).toEqual({ code: 'CODE_WRONG', fields: ['newCode'] })
    expect((await ann.client.get(getMe, {})).email).toBe(ann.email)
    expect(await ann.client.get(changeEmail, { oldCode, newCode })).toMatchObject({ id: ann.id, email })
    const notice = `The email on your account was changed from ${ann.email} to ${email}.`
    expect([await noticesTo(server, ann.email), await noticesTo(server, email)]).toEqual([[notice], [notice]])
    expect(await stranger().refusal(logInByEmail, { email: ann.email, password: PASSWORD })).toEqual({ code: 'LOGIN_WRONG' })
    expect(await stranger().get(logInByEmail, { email, password: PASSWORD })).toMatchObject({ userInfo: { id: ann.id } })
    expect(await ann.client.refusal(changeEmail, { oldCode, newCode })).toEqual({ code: 'CODE_EXPIRED', fields: ['oldCode'] })
  })

  it('does not reveal that an address has an account: it only gets no code, and its account is unchanged', async () => {
    const [ann, bob] = [await somebody(), await somebody()]
    expect(await start(ann, bob.email)).toEqual({ resendAfterMs: CODE_RESEND_MS })
    await expect(newCodeOf(bob.email)).rejects.toThrow('no code was sent')
    const answer = await ann.client.refusal(changeEmail, { oldCode: await oldCodeOf(ann), newCode: WRONG })
    expect(answer).toEqual({ code: 'CODE_WRONG', fields: ['newCode'] })
    expect((await bob.client.get(getMe, {})).email).toBe(bob.email)
  })

  it('of two accounts to the same address in parallel neither delays nor reveals the other, and each has its own code', async () => {
    const [ann, bob, email] = [await somebody(), await somebody(), nextEmail()]
    await start(ann, email)
    const codeOfAnn = await newCodeOf(email)
    nowMs += 1
    expect(await start(bob, email)).toEqual({ resendAfterMs: CODE_RESEND_MS })
    const codeOfBob = await newCodeOf(email)
    const oldCode = await oldCodeOf(bob)
    if (codeOfAnn !== codeOfBob)
      expect(await bob.client.refusal(changeEmail, { oldCode, newCode: codeOfAnn })).toEqual({ code: 'CODE_WRONG', fields: ['newCode'] })
    expect(await bob.client.get(changeEmail, { oldCode, newCode: codeOfBob })).toMatchObject({ email })
    const late = await ann.client.refusal(changeEmail, { oldCode: await oldCodeOf(ann), newCode: codeOfAnn })
    expect(late).toEqual({ code: 'EMAIL_TAKEN', fields: ['email'] })
  })

  it('sends a mailbox a limited number of codes a day, for all callers, and returns the same answer beyond the limit', async () => {
    const email = nextEmail()
    const mailsTo = async () => (await db().select().from(mail).where(eq(mail.recipient, email))).length
    const { max } = LIMITS.codesByEmail
    for (let asked = 0; asked < max + 2; asked += 1) expect(await start(await somebody(), email)).toEqual({ resendAfterMs: CODE_RESEND_MS })
    expect(await mailsTo()).toBe(max)
    const isForIt = like(emailCode.email, `% ${email}`)
    const codes = await db().select({ hash: emailCode.codeHash }).from(emailCode).where(isForIt)
    expect(codes.filter(({ hash }) => hash === '')).toHaveLength(2)
  })

  it('is refused when the new address got an account in between, and changes neither', async () => {
    const [ann, email] = [await somebody(), nextEmail()]
    await start(ann, email)
    const codes = { oldCode: await oldCodeOf(ann), newCode: await newCodeOf(email) }
    await signUp(server, email, { ...clock, address: someAddress() })
    expect(await ann.client.refusal(changeEmail, codes)).toEqual({ code: 'EMAIL_TAKEN', fields: ['email'] })
    expect((await ann.client.get(getMe, {})).email).toBe(ann.email)
  })

  it('accepts the codes of the latest change alone, within their time', async () => {
    const [ann, first, second] = [await somebody(), nextEmail(), nextEmail()]
    await start(ann, first)
    const newCode = await newCodeOf(first)
    expect(await ann.client.refusal(startEmailChange, { email: second, currentPassword: PASSWORD })).toMatchObject({ code: 'H4022' })
    nowMs += CODE_RESEND_MS
    await start(ann, second)
    expect(await ann.client.refusal(changeEmail, { oldCode: await oldCodeOf(ann), newCode })).toMatchObject({ fields: ['newCode'] })
    const codes = { oldCode: await oldCodeOf(ann), newCode: await newCodeOf(second) }
    nowMs += CODE_LIFETIME_MS
    expect(await ann.client.refusal(changeEmail, codes)).toEqual({ code: 'CODE_EXPIRED', fields: ['oldCode'] })
  })

  it('accepts no code after too many wrong ones', async () => {
    const [ann, email] = [await somebody(), nextEmail()]
    await start(ann, email)
    const codes = { oldCode: await oldCodeOf(ann), newCode: await newCodeOf(email) }
    for (let tried = 0; tried < CODE_TRIES; tried += 1) await ann.client.call(changeEmail, { ...codes, newCode: WRONG })
    expect(await ann.client.refusal(changeEmail, codes)).toEqual({ code: 'CODE_TRIES_USED', fields: ['newCode'] })
  })

  it('invalidates the codes of the old mailbox', async () => {
    const [ann, email] = [await somebody(), nextEmail()]
    const token = await proveReset(server, ann.email, clock)
    await start(ann, email)
    await ann.client.get(changeEmail, { oldCode: await oldCodeOf(ann), newCode: await newCodeOf(email) })
    expect(await stranger().refusal(resetPassword, { token, newPassword: 'quite another long one' })).toEqual({ code: 'PROOF_EXPIRED' })
    expect((await stranger().call(logInByEmail, { email, password: PASSWORD })).ok).toBe(true)
  })

  it('needs a session and another address, and is limited per day', async () => {
    const [ann, visitor] = [await somebody(), await createVisitor(server, clock)]
    expect(await visitor.refusal(startEmailChange, { email: 'a@example.org' })).toEqual({ code: 'H3009' })
    expect(await visitor.refusal(changeEmail, { oldCode: WRONG, newCode: WRONG })).toEqual({ code: 'H3009' })
    expect(await ann.client.refusal(startEmailChange, { email: ann.email, currentPassword: PASSWORD })).toEqual({
      code: 'H3000',
      fields: ['email'],
    })
    for (let asked = 0; asked < LIMITS.emailChangeByAccount.max; asked += 1) {
      await start(ann, nextEmail())
      nowMs += CODE_RESEND_MS
    }
    expect(await ann.client.refusal(startEmailChange, { email: nextEmail(), currentPassword: PASSWORD })).toMatchObject({ code: 'H4022' })
  })

  it('is deleted with its account', async () => {
    const [ann, email] = [await somebody(), nextEmail()]
    await start(ann, email)
    await db().delete(account).where(eq(account.id, ann.id))
    expect(await db().select().from(emailChange).where(eq(emailChange.accountId, ann.id))).toEqual([])
  })
})

describe('a notice', () => {
  it('reports a new password, however it was set', async () => {
    const ann = await somebody()
    await ann.client.get(changePassword, { currentPassword: PASSWORD, newPassword: 'quite another long one' })
    await stranger().get(resetPassword, { token: await proveReset(server, ann.email, clock), newPassword: PASSWORD })
    const notice = 'A new password was set. All other devices were logged out.'
    expect(await noticesTo(server, ann.email)).toEqual([notice, notice])
  })

  it('reports the logout of every other browser, where there was one', async () => {
    const ann = await somebody()
    await ann.client.get(endSessions, {})
    expect(await noticesTo(server, ann.email)).toEqual([])
    await stranger().get(logInByEmail, { email: ann.email, password: PASSWORD })
    await ann.client.get(endSessions, {})
    expect(await noticesTo(server, ann.email)).toEqual(['All other devices were logged out of your account.'])
  })
})
