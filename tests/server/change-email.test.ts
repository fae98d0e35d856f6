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

const WRONG_CODE = '000000'
let nowMs = Date.now()
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ listen: false, nowMs: () => nowMs })
})
afterAll(() => server.close())
beforeEach(() => server.database.db.delete(rateLimit).then(() => undefined))

const clock = { nowMs: () => nowMs }
const db = () => server.database.db
const newBrowser = () => createTestClient(server, { ...clock, address: someAddress() })
let peopleCount = 0
const nextEmail = () => `p${(peopleCount += 1)}@example.org`
const signUpSomebody = () => signUp(server, nextEmail(), { ...clock, address: someAddress() })
const startChange = ({ client }: SignedUp, email: string) => client.get(startEmailChange, { email, currentPassword: PASSWORD })
const oldCodeOf = ({ email }: Pick<SignedUp, 'email'>) => latestCode(server, email, 'Your code to change your Kinora email')
const newCodeOf = (email: string) => latestCode(server, email, 'Your code to confirm your new Kinora email')

describe('a change of the address', () => {
  it('needs the password and the codes of both mailboxes, and both mailboxes get a mail', async () => {
    const [ann, email] = [await signUpSomebody(), nextEmail()]
    expect(await ann.client.refusal(startEmailChange, { email })).toEqual({ code: 'H3001', fields: ['currentPassword'] })
    expect(await ann.client.refusal(startEmailChange, { email, currentPassword: 'x' })).toMatchObject({ code: 'LOGIN_WRONG' })
    expect(await startChange(ann, ` ${email.toUpperCase()}`)).toEqual({ resendAfterMs: CODE_RESEND_MS })
    const [oldCode, newCode] = [await oldCodeOf(ann), await newCodeOf(email)]
    expect(await ann.client.refusal(changeEmail, { oldCode: WRONG_CODE, newCode })).toEqual({ code: 'CODE_WRONG', fields: ['oldCode'] })
    expect(await ann.client.refusal(changeEmail, { oldCode, newCode: WRONG_CODE })).toEqual({ code: 'CODE_WRONG', fields: ['newCode'] })
    expect((await ann.client.get(getMe, {})).email).toBe(ann.email)
    expect(await ann.client.get(changeEmail, { oldCode, newCode })).toMatchObject({ id: ann.id, email })
    const notice = `The email on your account was changed from ${ann.email} to ${email}.`
    expect([await noticesTo(server, ann.email), await noticesTo(server, email)]).toEqual([[notice], [notice]])
    expect(await newBrowser().refusal(logInByEmail, { email: ann.email, password: PASSWORD })).toEqual({ code: 'LOGIN_WRONG' })
    expect(await newBrowser().get(logInByEmail, { email, password: PASSWORD })).toMatchObject({ userInfo: { id: ann.id } })
    expect(await ann.client.refusal(changeEmail, { oldCode, newCode })).toEqual({ code: 'CODE_EXPIRED', fields: ['oldCode'] })
  })

  it('does not reveal that an address has an account: it only gets no code, and its account is unchanged', async () => {
    const [ann, bob] = [await signUpSomebody(), await signUpSomebody()]
    expect(await startChange(ann, bob.email)).toEqual({ resendAfterMs: CODE_RESEND_MS })
    await expect(newCodeOf(bob.email)).rejects.toThrow('no code was sent')
    const answer = await ann.client.refusal(changeEmail, { oldCode: await oldCodeOf(ann), newCode: WRONG_CODE })
    expect(answer).toEqual({ code: 'CODE_WRONG', fields: ['newCode'] })
    expect((await bob.client.get(getMe, {})).email).toBe(bob.email)
  })

  it('of two accounts to the same address in parallel neither delays nor reveals the other, and each has its own code', async () => {
    const [ann, bob, email] = [await signUpSomebody(), await signUpSomebody(), nextEmail()]
    await startChange(ann, email)
    const codeOfAnn = await newCodeOf(email)
    nowMs += 1
    expect(await startChange(bob, email)).toEqual({ resendAfterMs: CODE_RESEND_MS })
    const codeOfBob = await newCodeOf(email)
    const oldCode = await oldCodeOf(bob)
    if (codeOfAnn !== codeOfBob)
      expect(await bob.client.refusal(changeEmail, { oldCode, newCode: codeOfAnn })).toEqual({ code: 'CODE_WRONG', fields: ['newCode'] })
    expect(await bob.client.get(changeEmail, { oldCode, newCode: codeOfBob })).toMatchObject({ email })
    const lateRefusal = await ann.client.refusal(changeEmail, { oldCode: await oldCodeOf(ann), newCode: codeOfAnn })
    expect(lateRefusal).toEqual({ code: 'EMAIL_TAKEN', fields: ['email'] })
  })

  it('sends a mailbox a limited number of codes a day, for all callers, and returns the same answer beyond the limit', async () => {
    const email = nextEmail()
    const countMails = async () => (await db().select().from(mail).where(eq(mail.recipient, email))).length
    const { max } = LIMITS.codesByEmail
    for (let attempt = 0; attempt < max + 2; attempt += 1)
      expect(await startChange(await signUpSomebody(), email)).toEqual({ resendAfterMs: CODE_RESEND_MS })
    expect(await countMails()).toBe(max)
    const isForEmail = like(emailCode.email, `% ${email}`)
    const codes = await db().select({ hash: emailCode.codeHash }).from(emailCode).where(isForEmail)
    expect(codes.filter(({ hash }) => hash === '')).toHaveLength(2)
  })

  it('is refused when the new address got an account in between, and changes neither', async () => {
    const [ann, email] = [await signUpSomebody(), nextEmail()]
    await startChange(ann, email)
    const codes = { oldCode: await oldCodeOf(ann), newCode: await newCodeOf(email) }
    await signUp(server, email, { ...clock, address: someAddress() })
    expect(await ann.client.refusal(changeEmail, codes)).toEqual({ code: 'EMAIL_TAKEN', fields: ['email'] })
    expect((await ann.client.get(getMe, {})).email).toBe(ann.email)
  })

  it('accepts the codes of the latest change alone, within their time', async () => {
    const [ann, firstEmail, secondEmail] = [await signUpSomebody(), nextEmail(), nextEmail()]
    await startChange(ann, firstEmail)
    const newCode = await newCodeOf(firstEmail)
    expect(await ann.client.refusal(startEmailChange, { email: secondEmail, currentPassword: PASSWORD })).toMatchObject({ code: 'H4022' })
    nowMs += CODE_RESEND_MS
    await startChange(ann, secondEmail)
    expect(await ann.client.refusal(changeEmail, { oldCode: await oldCodeOf(ann), newCode })).toMatchObject({ fields: ['newCode'] })
    const codes = { oldCode: await oldCodeOf(ann), newCode: await newCodeOf(secondEmail) }
    nowMs += CODE_LIFETIME_MS
    expect(await ann.client.refusal(changeEmail, codes)).toEqual({ code: 'CODE_EXPIRED', fields: ['oldCode'] })
  })

  it('accepts no code after too many wrong ones', async () => {
    const [ann, email] = [await signUpSomebody(), nextEmail()]
    await startChange(ann, email)
    const codes = { oldCode: await oldCodeOf(ann), newCode: await newCodeOf(email) }
    for (let attempt = 0; attempt < CODE_TRIES; attempt += 1) await ann.client.call(changeEmail, { ...codes, newCode: WRONG_CODE })
    expect(await ann.client.refusal(changeEmail, codes)).toEqual({ code: 'CODE_TRIES_USED', fields: ['newCode'] })
  })

  it('invalidates the codes of the old mailbox', async () => {
    const [ann, email] = [await signUpSomebody(), nextEmail()]
    const token = await proveReset(server, ann.email, clock)
    await startChange(ann, email)
    await ann.client.get(changeEmail, { oldCode: await oldCodeOf(ann), newCode: await newCodeOf(email) })
    expect(await newBrowser().refusal(resetPassword, { token, newPassword: 'quite another long one' })).toEqual({ code: 'PROOF_EXPIRED' })
    expect((await newBrowser().call(logInByEmail, { email, password: PASSWORD })).ok).toBe(true)
  })

  it('needs a session and another address, and is limited per day', async () => {
    const [ann, visitor] = [await signUpSomebody(), await createVisitor(server, clock)]
    expect(await visitor.refusal(startEmailChange, { email: 'a@example.org' })).toEqual({ code: 'H3009' })
    expect(await visitor.refusal(changeEmail, { oldCode: WRONG_CODE, newCode: WRONG_CODE })).toEqual({ code: 'H3009' })
    expect(await ann.client.refusal(startEmailChange, { email: ann.email, currentPassword: PASSWORD })).toEqual({
      code: 'H3000',
      fields: ['email'],
    })
    for (let attempt = 0; attempt < LIMITS.emailChangeByAccount.max; attempt += 1) {
      await startChange(ann, nextEmail())
      nowMs += CODE_RESEND_MS
    }
    expect(await ann.client.refusal(startEmailChange, { email: nextEmail(), currentPassword: PASSWORD })).toMatchObject({ code: 'H4022' })
  })

  it('is deleted with its account', async () => {
    const [ann, email] = [await signUpSomebody(), nextEmail()]
    await startChange(ann, email)
    await db().delete(account).where(eq(account.id, ann.id))
    expect(await db().select().from(emailChange).where(eq(emailChange.accountId, ann.id))).toEqual([])
  })
})

describe('a notice', () => {
  it('reports a new password, however it was set', async () => {
    const ann = await signUpSomebody()
    await ann.client.get(changePassword, { currentPassword: PASSWORD, newPassword: 'quite another long one' })
    await newBrowser().get(resetPassword, { token: await proveReset(server, ann.email, clock), newPassword: PASSWORD })
    const notice = 'A new password was set. All other devices were logged out.'
    expect(await noticesTo(server, ann.email)).toEqual([notice, notice])
  })

  it('reports the logout of every other browser, where there was one', async () => {
    const ann = await signUpSomebody()
    await ann.client.get(endSessions, {})
    expect(await noticesTo(server, ann.email)).toEqual([])
    await newBrowser().get(logInByEmail, { email: ann.email, password: PASSWORD })
    await ann.client.get(endSessions, {})
    expect(await noticesTo(server, ann.email)).toEqual(['All other devices were logged out of your account.'])
  })
})
