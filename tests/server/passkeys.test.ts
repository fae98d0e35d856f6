import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findSession } from '#server/verbs/require-owner.ts'
import { account, passkey, rateLimit } from '#server/database/account-schema.ts'
import { LIMITS } from '#server/verbs/rate-limit.ts'
import { changePassword, startEmailChange } from '#shared/api/account-settings.ts'
import { logInByEmail } from '#shared/api/auth.ts'
import {
  addPasskey,
  completePasskeySignUp,
  getPasskeys,
  logInByPasskey,
  removePasskey,
  renamePasskey,
  startPasskey,
  startPasskeyLogin,
  startPasskeySignUp,
} from '#shared/api/passkeys.ts'
import { startSecondFactor, turnOnSecondFactor } from '#shared/api/second-factor.ts'
import { LOGIN_CHALLENGE_LIFETIME_MS, PASSKEY_NAME_MAX_LENGTH, PASSKEYS_OF_ACCOUNT, RECENT_LOGIN_MS } from '#shared/domain/account-rules.ts'
import type { Context } from '#server/verbs/verb.ts'
import { authenticatorApp } from '../fixtures/server/authenticator-app.ts'
import { softAuthenticator } from '../fixtures/server/soft-authenticator.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { type TestClient, ORIGIN, createTestClient, createVisitor } from './client.ts'
import { PASSWORD, accountClient, noticesTo, proveSignUp, signUp, someAddress } from './sign-up.ts'

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

/** Creates a user with a password and a passkey. */
async function createPasskeyUser() {
  const person = await signUpSomebody()
  const device = softAuthenticator(ORIGIN)
  const creation = await person.client.get(startPasskey, { currentPassword: PASSWORD })
  await person.client.get(addPasskey, { passkey: device.make(creation) })
  return { ...person, device }
}

/** Creates a user with a passkey and no password. */
async function createPasskeyOnlyUser() {
  const email = nextEmail()
  const signUpFields = { registrationToken: await proveSignUp(server, email, clock), firstName: 'Ann', lastName: 'Lee' }
  const [browser, device] = [newBrowser(), softAuthenticator(ORIGIN)]
  const creation = await browser.get(startPasskeySignUp, signUpFields)
  const { userInfo } = await browser.get(completePasskeySignUp, { ...signUpFields, passkey: device.make(creation) })
  return { email, device, userInfo, id: userInfo.id, creation, client: accountClient(server, browser, userInfo.id, clock) }
}

async function logIn(device: ReturnType<typeof softAuthenticator>, browser: TestClient = newBrowser(), forgery: object = {}) {
  const request = await browser.get(startPasskeyLogin, {})
  return browser.call(logInByPasskey, { passkey: device.sign(request, forgery) })
}
const outcomeOf = (answer: Awaited<ReturnType<typeof logIn>>) => (answer.ok ? 'ok' : answer.error.code)

it('an account without a password needs a login of the last minutes to change its security', async () => {
  const { client, device } = await createPasskeyOnlyUser()
  nowMs += RECENT_LOGIN_MS - 1
  await client.get(startPasskey, {})
  nowMs += 1
  const refusals = [
    client.refusal(startPasskey, {}),
    client.refusal(startSecondFactor, {}),
    client.refusal(changePassword, { newPassword: PASSWORD }),
    client.refusal(startEmailChange, { email: nextEmail() }),
  ]
  for (const refusal of refusals) expect(await refusal).toEqual({ code: 'LOGIN_NOT_RECENT' })
  await logIn(device, client)
  expect(await client.get(changePassword, { newPassword: PASSWORD })).toEqual({})
})

describe('signing up with a passkey', () => {
  it('creates an account without a password, which the passkey logs in anywhere', async () => {
    const { userInfo, device, creation, email } = await createPasskeyOnlyUser()
    expect(userInfo).toMatchObject({ email, firstName: 'Ann', hasPassword: false, hasGoogle: false, isLoggedIn: true })
    expect(creation).toMatchObject({
      rp: { id: 'localhost' },
      user: { id: Buffer.from(userInfo.id).toString('base64url'), name: email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const loginAnswer = await logIn(device)
    expect(loginAnswer).toMatchObject({ ok: true, value: { userInfo: { id: userInfo.id } } })
    expect(await newBrowser().refusal(logInByEmail, { email, password: PASSWORD })).toEqual({ code: 'LOGIN_WRONG' })
  })

  it('needs a proved address, and leaves the proof unused when it fails', async () => {
    const signUpFields = { registrationToken: await proveSignUp(server, nextEmail(), clock), firstName: 'Ann', lastName: 'Lee' }
    const [browser, device] = [newBrowser(), softAuthenticator(ORIGIN)]
    expect(await browser.refusal(startPasskeySignUp, { ...signUpFields, registrationToken: '0'.repeat(64) })).toEqual({
      code: 'PROOF_EXPIRED',
    })
    const forgedPasskey = device.make(await browser.get(startPasskeySignUp, signUpFields), { origin: 'https://evil.example' })
    expect(await browser.refusal(completePasskeySignUp, { ...signUpFields, passkey: forgedPasskey })).toEqual({ code: 'PASSKEY_REFUSED' })
    const newPasskey = device.make(await browser.get(startPasskeySignUp, signUpFields))
    const otherBrowser = newBrowser()
    expect(await otherBrowser.refusal(completePasskeySignUp, { ...signUpFields, passkey: newPasskey })).toEqual({ code: 'LOGIN_EXPIRED' })
    expect((await browser.call(completePasskeySignUp, { ...signUpFields, passkey: newPasskey })).ok).toBe(true)
    expect(await browser.refusal(startPasskeySignUp, signUpFields)).toEqual({ code: 'PROOF_EXPIRED' })
  })

  it('rejects a passkey of another account', async () => {
    const { device } = await createPasskeyOnlyUser()
    const signUpFields = { registrationToken: await proveSignUp(server, nextEmail(), clock), firstName: 'Bob', lastName: 'Lee' }
    const browser = newBrowser()
    const newPasskey = device.make(await browser.get(startPasskeySignUp, signUpFields))
    expect(await browser.refusal(completePasskeySignUp, { ...signUpFields, passkey: newPasskey })).toEqual({ code: 'PASSKEY_REFUSED' })
  })
})

describe('a login with a passkey', () => {
  it.each([
    ['of another site', { origin: 'https://evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['without face, finger or PIN', { isUnverified: true }],
    ['for another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['of another account', { userHandle: Buffer.from('somebody else').toString('base64url') }],
    ['with a counter that went back', { counter: 0 }],
  ])('is refused %s', async (_, forgery) => {
    const { device } = await createPasskeyUser()
    expect(outcomeOf(await logIn(device))).toBe('ok')
    const browser = newBrowser()
    expect(outcomeOf(await logIn(device, browser, forgery))).toBe('PASSKEY_REFUSED')
    expect(browser.jar.has('session')).toBe(false)
    expect(outcomeOf(await logIn(device))).toBe('ok')
  })

  it('is refused with an unknown key, and with the signature of another key', async () => {
    const [ann, unknownDevice] = [await createPasskeyUser(), softAuthenticator(ORIGIN)]
    expect(outcomeOf(await logIn(unknownDevice))).toBe('PASSKEY_REFUSED')
    const browser = newBrowser()
    const forgedAssertion = { ...unknownDevice.sign(await browser.get(startPasskeyLogin, {})), id: ann.device.id, rawId: ann.device.id }
    const { userHandle: _, ...response } = forgedAssertion.response
    expect(await browser.refusal(logInByPasskey, { passkey: { ...forgedAssertion, response } })).toEqual({ code: 'PASSKEY_REFUSED' })
  })

  it('uses its challenge up, with any result, in the browser of its request, within its time', async () => {
    const { device } = await createPasskeyUser()
    const browser = newBrowser()
    const request = await browser.get(startPasskeyLogin, {})
    const signedPasskey = device.sign(request)
    expect(await newBrowser().refusal(logInByPasskey, { passkey: signedPasskey })).toEqual({ code: 'LOGIN_EXPIRED' })
    const copiedBrowser = createTestClient(server, { ...clock, jar: new Map(browser.jar), address: someAddress() })
    expect((await browser.call(logInByPasskey, { passkey: signedPasskey })).ok).toBe(true)
    expect(await copiedBrowser.refusal(logInByPasskey, { passkey: signedPasskey })).toEqual({ code: 'LOGIN_EXPIRED' })
    const slowBrowser = newBrowser()
    const latePasskey = device.sign(await slowBrowser.get(startPasskeyLogin, {}))
    nowMs += LOGIN_CHALLENGE_LIFETIME_MS
    expect(await slowBrowser.refusal(logInByPasskey, { passkey: latePasskey })).toEqual({ code: 'LOGIN_EXPIRED' })
    const otherBrowser = newBrowser()
    const secondRequest = await otherBrowser.get(startPasskeyLogin, {})
    await otherBrowser.call(logInByPasskey, { passkey: device.sign(secondRequest, { isUnverified: true }) })
    expect(await otherBrowser.refusal(logInByPasskey, { passkey: device.sign(secondRequest) })).toEqual({ code: 'LOGIN_EXPIRED' })
  })

  it('counts as both factors', async () => {
    const person = await createPasskeyUser()
    const { secret } = await person.client.get(startSecondFactor, { currentPassword: PASSWORD })
    await person.client.get(turnOnSecondFactor, { code: authenticatorApp(secret).codeAt(nowMs) })
    const browser = newBrowser()
    expect(outcomeOf(await logIn(person.device, browser))).toBe('ok')
    const caller = {
      userToken: '',
      businessUserId: '',
      sessionToken: browser.jar.get('session') ?? '',
      challengeToken: '',
      address: '',
      userAgent: '',
    }
    const ctx = { db: db(), secret: '', nowMs: () => nowMs, caller, setSession: () => {} } as unknown as Context
    expect(await findSession(ctx)).toMatchObject({ identityProvedAtMs: nowMs, secondFactorAtMs: nowMs })
  })

  it('moves the visitor’s work as any login does, and is limited per address', async () => {
    const { device, id } = await createPasskeyUser()
    const visitor = await createVisitor(server, { ...clock, address: someAddress() })
    expect(await logIn(device, visitor)).toMatchObject({ ok: true, value: { userInfo: { id }, carried: { creations: 0 } } })
    const floodClient = createTestClient(server, { ...clock, address: someAddress() })
    for (let attempt = 0; attempt < LIMITS.passkeyByAddress.max; attempt += 1) await floodClient.get(startPasskeyLogin, {})
    expect(await floodClient.refusal(startPasskeyLogin, {})).toMatchObject({ code: 'H4022' })
  })
})

describe('the passkeys of an account', () => {
  it('are added with the password, listed without their keys, and reported by mail', async () => {
    const person = await signUpSomebody()
    expect(await person.client.get(getPasskeys, {})).toEqual({ passkeys: [] })
    expect(await person.client.refusal(startPasskey, {})).toEqual({ code: 'H3001', fields: ['currentPassword'] })
    expect(await person.client.refusal(startPasskey, { currentPassword: 'x' })).toMatchObject({ code: 'LOGIN_WRONG' })
    const device = softAuthenticator(ORIGIN)
    const newPasskey = device.make(await person.client.get(startPasskey, { currentPassword: PASSWORD }))
    await person.client.get(addPasskey, { passkey: newPasskey })
    expect(await person.client.refusal(addPasskey, { passkey: newPasskey })).toEqual({ code: 'LOGIN_EXPIRED' })
    const { passkeys } = await person.client.get(getPasskeys, {})
    expect(passkeys).toEqual([{ id: device.id, name: 'Passkey', createdAt: nowMs, usedAt: null, isSynced: false }])
    expect((await person.client.get(startPasskey, { currentPassword: PASSWORD })).excludeCredentials).toMatchObject([{ id: device.id }])
    expect(await noticesTo(server, person.email)).toContain(
      'A passkey was added to your account. It can be used to log in without a password.',
    )
    await logIn(device)
    expect((await person.client.get(getPasskeys, {})).passkeys[0]?.usedAt).toBe(nowMs)
  })

  it('are not added by the challenge of another account', async () => {
    const [ann, bob] = [await signUpSomebody(), await signUpSomebody()]
    const newPasskey = softAuthenticator(ORIGIN).make(await bob.client.get(startPasskey, { currentPassword: PASSWORD }))
    const login = bob.client.jar.get('login') ?? ''
    ann.client.jar.set('login', login)
    expect(await ann.client.refusal(addPasskey, { passkey: newPasskey })).toEqual({ code: 'LOGIN_EXPIRED' })
    expect(await ann.client.get(getPasskeys, {})).toEqual({ passkeys: [] })
  })

  it('are renamed and removed by their account alone', async () => {
    const [ann, bob] = [await createPasskeyUser(), await createPasskeyUser()]
    const { id } = ann.device
    expect(await bob.client.refusal(renamePasskey, { id, name: 'mine' })).toEqual({ code: 'H4001' })
    expect(await bob.client.refusal(removePasskey, { id })).toEqual({ code: 'H4001' })
    await ann.client.get(renamePasskey, { id, name: '  The old phone ' })
    expect((await ann.client.get(getPasskeys, {})).passkeys[0]?.name).toBe('The old phone')
    for (const name of [' ', 'a\nb', 'x'.repeat(PASSKEY_NAME_MAX_LENGTH + 1)])
      expect(await ann.client.refusal(renamePasskey, { id, name })).toEqual({ code: 'H3000', fields: ['name'] })
    await ann.client.get(removePasskey, { id })
    expect(outcomeOf(await logIn(ann.device))).toBe('PASSKEY_REFUSED')
    expect(await noticesTo(server, ann.email)).toContain('A passkey was removed from your account. It can no longer be used to log in.')
  })

  it('are limited in number', async () => {
    const { id, client } = await createPasskeyUser()
    const rows = Array.from({ length: PASSKEYS_OF_ACCOUNT - 1 }, (_, index) => ({
      id: `${id}-${index}`,
      accountId: id,
      publicKey: '',
      counter: 0,
      transports: '',
      isSynced: false,
      name: 'n',
      createdAtMs: nowMs,
    }))
    const creation = await client.get(startPasskey, { currentPassword: PASSWORD })
    await db().insert(passkey).values(rows)
    expect(await client.refusal(addPasskey, { passkey: softAuthenticator(ORIGIN).make(creation) })).toEqual({ code: 'H4021' })
    expect(await client.refusal(startPasskey, { currentPassword: PASSWORD })).toEqual({ code: 'H4021' })
  })

  it('stay where they are the only login method, also when the last two are removed in parallel', async () => {
    const { client, device } = await createPasskeyOnlyUser()
    expect(await client.refusal(removePasskey, { id: device.id })).toEqual({ code: 'ONLY_WAY_IN' })
    const secondDevice = softAuthenticator(ORIGIN)
    await client.get(addPasskey, { passkey: secondDevice.make(await client.get(startPasskey, {})) })
    const answers = await Promise.all([device, secondDevice].map(({ id }) => client.call(removePasskey, { id })))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    await client.get(changePassword, { newPassword: PASSWORD })
    const [lastPasskey] = (await client.get(getPasskeys, {})).passkeys
    await client.get(removePasskey, { id: lastPasskey?.id ?? '' })
    expect(await client.get(getPasskeys, {})).toEqual({ passkeys: [] })
  })

  it('are deleted with their account', async () => {
    const { id } = await createPasskeyUser()
    await db().delete(account).where(eq(account.id, id))
    expect(await db().select().from(passkey).where(eq(passkey.accountId, id))).toEqual([])
  })
})
