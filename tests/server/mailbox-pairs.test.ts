import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimFormerEmails, needsOtherEmail } from '#server/account/email-owners.ts'
import { createAccount } from '#server/account/sign-up.ts'
import { inTransaction } from '#server/database/database.ts'
import { createPasswordHashing } from '#server/account/password-hashing.ts'
import { hadTrial } from '#server/billing/membership.ts'
import { sharedSecret } from '#server/verbs/secrets.ts'
import { account, accountEmail, mail, mailboxWelcome, trialUse } from '#server/database/account-schema.ts'
import { newsletterSubscriber } from '#server/database/newsletter-schema.ts'
import { owner } from '#server/database/core-schema.ts'
import { formerMailboxHash, mailboxHash } from '#server/addresses/mailbox-hash.ts'
import { changeEmail, deleteMe, startEmailChange } from '#shared/api/account-settings.ts'
import {
  CODE_TYPES,
  emailRegistered,
  logInByEmail,
  resetPassword,
  sendResetCode,
  sendVerificationCode,
  verifyEmailCode,
} from '#shared/api/auth.ts'
import { getMe } from '#shared/api/user.ts'
import { contactUs, subscribeEmail } from '#shared/api/contact.ts'
import { CODE_RESEND_MS } from '#shared/domain/account-rules.ts'
import { QUICK_COST } from '../fixtures/server/counted-hashing.ts'
import { openTestDatabase } from '../fixtures/server/test-database.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { type TestClient, createTestClient, createVisitor } from './client.ts'
import { PASSWORD, accountClient, latestCode, signUp, someAddress } from './sign-up.ts'

/** The number of pairs of accounts with one mailbox. Their accounts do not fit into one batch of the migration. */
const PAIRS = 260

let nowMs = Date.UTC(2026, 10, 1, 12)
let server: TestServer
let secret: string
const clock = { nowMs: () => nowMs }

beforeAll(async () => {
  server = await startTestServer({ listen: false, nowMs: () => nowMs })
  secret = await sharedSecret(server.database.db)
})
afterAll(() => server.close())

const db = () => server.database.db
const newBrowser = () => createTestClient(server, { ...clock, address: someAddress() })

/** Adds an account as an earlier build stored it: without the canonical form of its email address. */
async function addFormerAccount(email: string, createdAtMs: number): Promise<string> {
  const id = email.replaceAll(/[^a-z]/g, '') + createdAtMs
  const hashResult = await createPasswordHashing(QUICK_COST).hash(PASSWORD, { name: id, isKnown: true })
  if (!hashResult.ok) throw new Error(hashResult.error.code)
  await db().insert(owner).values({ id, createdAtMs })
  await db().insert(account).values({ id, email, firstName: 'Ann', lastName: 'Onymous', passwordHash: hashResult.value, createdAtMs })
  return id
}

async function logIn(email: string): Promise<{ id: string; needsOtherEmail: boolean; client: TestClient }> {
  const browser = newBrowser()
  const { userInfo } = await browser.get(logInByEmail, { email, password: PASSWORD })
  return { id: userInfo.id, needsOtherEmail: userInfo.needsOtherEmail === true, client: accountClient(server, browser, userInfo.id, clock) }
}

const canonicalEmailsOf = async (...ids: string[]) =>
  (await db().select().from(accountEmail).orderBy(asc(accountEmail.canonical))).filter(({ accountId }) => ids.includes(accountId))

describe('accounts of earlier builds that share a mailbox', () => {
  it('both stay: the older has the canonical address, and the newer is found by its stored spelling', async () => {
    const newerId = await addFormerAccount('pair@ⓔxample.org', 2000)
    const olderId = await addFormerAccount('pair@example.org', 1000)
    for (let run = 0; run < 2; run += 1) await claimFormerEmails(db(), secret)
    expect(await canonicalEmailsOf(olderId, newerId)).toEqual([
      { canonical: 'pair@example.org', accountId: olderId, email: 'pair@example.org' },
    ])
    for (const spelling of ['pair@example.org', 'PAIR@Example.org', 'pair@ｅxample.org', 'pa\u00ADir@exam\u200Bple.org'])
      expect(await logIn(spelling)).toMatchObject({ id: olderId, needsOtherEmail: false })
    expect(await logIn('pair@ⓔxample.org')).toMatchObject({ id: newerId, needsOtherEmail: true })
    expect(await newBrowser().refusal(sendVerificationCode, { email: 'ｐair@example.org' })).toMatchObject({ code: 'EMAIL_TAKEN' })
  })

  it('get their canonical addresses when the server starts, also in batches, the oldest first', async () => {
    const database = await openTestDatabase()
    const ids = Array.from({ length: 2 * PAIRS }, (_, index) => `a${index}`)
    await database.db.insert(owner).values(ids.map((id) => ({ id, createdAtMs: 1 })))
    const accountOf = (id: string, index: number) => {
      const email = index < PAIRS ? `pair${index}@ⓔxample.org` : `pair${index - PAIRS}@example.org`
      return { id, email, firstName: 'Ann', lastName: 'Onymous', createdAtMs: 2 * PAIRS - index }
    }
    await database.db.insert(account).values(ids.map(accountOf))
    const startedServer = await startTestServer({ listen: false, database })
    const emailOwners = await database.db.select({ accountId: accountEmail.accountId }).from(accountEmail)
    expect(emailOwners.map(({ accountId }) => accountId).toSorted()).toEqual(ids.slice(PAIRS).toSorted())
    await startedServer.close()
  })

  it('the newer may be the one with the plain spelling', async () => {
    const olderId = await addFormerAccount('plain@ｅxample.org', 1000)
    const newerId = await addFormerAccount('plain@example.org', 2000)
    await claimFormerEmails(db(), secret)
    expect(await canonicalEmailsOf(olderId, newerId)).toEqual([
      { canonical: 'plain@example.org', accountId: olderId, email: 'plain@ｅxample.org' },
    ])
    expect(await logIn('plain@ⓔxample.org')).toMatchObject({ id: olderId })
    expect(await logIn('plain@ｅxample.org')).toMatchObject({ id: olderId, needsOtherEmail: false })
    expect(await logIn('plain@example.org')).toMatchObject({ id: newerId, needsOtherEmail: true })
  })

  it('the newer gets another address, or the mailbox once the older leaves it', async () => {
    const [olderId, newerId] = [await addFormerAccount('leave@example.org', 1000), await addFormerAccount('leave@ⓔxample.org', 2000)]
    const thirdId = await addFormerAccount('leave@exam\u00ADple.org', 3000)
    await claimFormerEmails(db(), secret)
    const { client } = await logIn('leave@ⓔxample.org')
    const emailInput = { email: 'left@example.org', currentPassword: PASSWORD }
    expect(await client.refusal(startEmailChange, { ...emailInput, email: 'leave@example.org' })).toMatchObject({ code: 'EMAIL_TAKEN' })
    await client.get(startEmailChange, emailInput)
    const oldCode = await latestCode(server, 'leave@ⓔxample.org', 'Your code to change your Kinora email')
    const newCode = await latestCode(server, 'left@example.org', 'Your code to confirm your new Kinora email')
    expect(await client.get(changeEmail, { oldCode, newCode })).toMatchObject({ email: 'left@example.org' })
    expect((await client.get(getMe, {})).needsOtherEmail).toBeUndefined()
    expect(await canonicalEmailsOf(newerId)).toMatchObject([{ canonical: 'left@example.org' }])
    await db()
      .update(account)
      .set({ email: `erased ${olderId}` })
      .where(eq(account.id, olderId))
    await claimFormerEmails(db(), secret)
    expect(await canonicalEmailsOf(olderId, thirdId)).toMatchObject([{ canonical: 'leave@example.org', accountId: thirdId }])
  })

  it('have one free week and one welcome, under any stored spelling', async () => {
    const olderId = await addFormerAccount('week@example.org', 1000)
    await addFormerAccount('week@ⓔxample.org', 2000)
    await db()
      .insert(trialUse)
      .values({ emailHash: formerMailboxHash('trial', 'week@ⓔxample.org', secret), usedAtMs: 3000 })
    await db()
      .insert(mailboxWelcome)
      .values({ mailboxHash: formerMailboxHash('welcome', 'week@ⓔxample.org', secret), welcomedAtMs: 2000 })
    expect(await hadTrial(db(), secret, olderId)).toBe(false)
    await claimFormerEmails(db(), secret)
    expect(await hadTrial(db(), secret, olderId)).toBe(true)
    const welcomeRows = await db()
      .select()
      .from(mailboxWelcome)
      .where(eq(mailboxWelcome.mailboxHash, mailboxHash('welcome', 'week@example.org', secret)))
    expect(welcomeRows).toMatchObject([{ welcomedAtMs: 2000 }])
  })

  it('an account whose address is no longer accepted logs in, sets a password and changes the address', async () => {
    const id = await addFormerAccount('dot@example.org.', 1000)
    await claimFormerEmails(db(), secret)
    expect(await canonicalEmailsOf(id)).toEqual([])
    expect(await logIn('dot@example.org.')).toMatchObject({ id, needsOtherEmail: true })
    await newBrowser().get(sendResetCode, { email: 'dot@example.org.' })
    const code = await latestCode(server, 'dot@example.org.', 'Your Kinora password reset code')
    const { token = '' } = await newBrowser().get(verifyEmailCode, { email: 'dot@example.org.', code, type: CODE_TYPES.reset })
    await newBrowser().get(resetPassword, { token, newPassword: PASSWORD })
    expect(await logIn('dot@example.org.')).toMatchObject({ id })
  })

  it('an address that a build without canonical addresses has changed gets its canonical form with the next run', async () => {
    const id = await addFormerAccount('before@example.org', 1000)
    await claimFormerEmails(db(), secret)
    await db().update(account).set({ email: 'after@example.org' }).where(eq(account.id, id))
    expect(await newBrowser().get(emailRegistered, { email: 'before@example.org' })).toEqual({ registered: false })
    expect(await needsOtherEmail(db(), { id, email: 'after@example.org' })).toBe(false)
    const newcomer = await signUp(server, 'before@example.org', clock)
    await claimFormerEmails(db(), secret)
    expect(await canonicalEmailsOf(id, newcomer.id)).toMatchObject([
      { canonical: 'after@example.org' },
      { canonical: 'before@example.org', accountId: newcomer.id },
    ])
  })
})

describe('a spelling as entered', () => {
  it('is stored without invisible characters, and every other spelling reaches the account', async () => {
    const enteredEmail = 'zo\u00ADe\u0301@ⓜu\u0308nchen.example'
    const storedEmail = 'zoé@münchen.example'
    await newBrowser().get(sendVerificationCode, { email: enteredEmail })
    const earlyAnswer = await newBrowser().call(sendVerificationCode, { email: 'ｚoé@xn--mnchen-3ya.example' })
    expect(earlyAnswer).toMatchObject({ error: { code: 'H4022', afterMs: CODE_RESEND_MS } })
    nowMs += CODE_RESEND_MS
    const zoe = await signUp(server, storedEmail, clock)
    expect(zoe.userInfo).toMatchObject({ email: storedEmail })
    expect(await logIn(enteredEmail)).toMatchObject({ id: zoe.id, needsOtherEmail: false })
    await newBrowser().get(sendResetCode, { email: 'ⓩoé@xn--mnchen-3ya.example' })
    expect(await latestCode(server, storedEmail, 'Your Kinora password reset code')).toMatch(/^\d{6}$/)
    const deletion = await zoe.client.get(deleteMe, { confirmation: 'ＺOÉ@XN--MNCHEN-3YA.example' })
    expect(deletion.deletesAt).not.toBeNull()
  })

  it('makes one account for parallel sign-ups', async () => {
    const context = { config: server.config, nowMs: () => nowMs, secret }
    const accountFields = { firstName: 'Ann', lastName: 'Onymous', passwordHash: null, googleSub: null }
    const spellings = ['race@example.org', 'race@ⓔxample.org', 'ｒace@example.org', 'ra\u200Bce@example.org', 'race@exam\u00ADple.org']
    const attempts = spellings.map((email) => inTransaction(db(), (tx) => createAccount(tx, context, { ...accountFields, email })))
    const answers = (await Promise.all(attempts)).map((answer) => (answer.ok ? 'made' : answer.error.code))
    expect(answers.toSorted()).toEqual(['EMAIL_TAKEN', 'EMAIL_TAKEN', 'EMAIL_TAKEN', 'EMAIL_TAKEN', 'made'])
  })

  it('gets no code of a local part that mail servers may distinguish', async () => {
    await newBrowser().get(sendVerificationCode, { email: 'ﬁx@example.org' })
    const code = await latestCode(server, 'ﬁx@example.org')
    const verify = (email: string) => newBrowser().call(verifyEmailCode, { email, code, type: CODE_TYPES.signUp })
    expect(await verify('fix@example.org')).toMatchObject({ error: { code: 'CODE_WRONG' } })
    expect(await verify('ﬁx@ⓔxample.org')).toMatchObject({ ok: true })
  })

  it('gets the code for a new password at the stored spelling alone', async () => {
    await signUp(server, 'flow@example.org', clock)
    await newBrowser().get(sendResetCode, { email: 'ﬂow@example.org' })
    expect(await db().select().from(mail).where(eq(mail.recipient, 'ﬂow@example.org'))).toEqual([])
    expect(await latestCode(server, 'flow@example.org', 'Your Kinora password reset code')).toMatch(/^\d{6}$/)
  })

  it('is on the newsletter once', async () => {
    const visitor = await createVisitor(server, clock)
    await db().insert(newsletterSubscriber).values({ id: 'former', email: 'news@ⓔxample.org', askedAtMs: 1000 })
    for (const email of ['news@ⓔxample.org', 'ｎews@example.org', 'news@exam\u00ADple.org']) await visitor.get(subscribeEmail, { email })
    const rows = (await db().select().from(newsletterSubscriber)).filter(({ email }) => email.startsWith('news@'))
    expect(rows).toMatchObject([{ id: 'former', email: 'news@example.org', sentTo: 'news@ⓔxample.org', askedAtMs: nowMs }])
  })

  it('with a trailing dot is refused where an address is new', async () => {
    const visitor = await createVisitor(server, clock)
    const email = 'ann@example.org.'
    const refusal = { code: 'H3000', fields: ['email'] }
    expect(await newBrowser().refusal(sendVerificationCode, { email })).toEqual(refusal)
    expect(await visitor.refusal(subscribeEmail, { email })).toEqual(refusal)
    const message = { email, subject: 'A question', message: 'How?' }
    expect(await visitor.refusal(contactUs, message, { idempotencyKey: randomUUID() })).toEqual(refusal)
    const ann = await signUp(server, 'ann.dot@example.org', clock)
    expect(await ann.client.refusal(startEmailChange, { email, currentPassword: PASSWORD })).toEqual(refusal)
  })
})
