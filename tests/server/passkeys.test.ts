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
const stranger = () => createTestClient(server, { ...clock, address: someAddress() })
let people = 0
const nextEmail = () => `p${(people += 1)}@example.org`
const somebody = () => signUp(server, nextEmail(), { ...clock, address: someAddress() })

/** A user with a password and a passkey. */
async function keyed() {
  const person = await somebody()
  const device = softAuthenticator(ORIGIN)
  const creation = await person.client.get(startPasskey, { currentPassword: PASSWORD })
  await person.client.get(addPasskey, { passkey: device.make(creation) })
  return { ...person, device }
}

/** A user with a passkey and no password. */
async function keyedOnly() {
  const email = nextEmail()
  const names = { registrationToken: await proveSignUp(server, email, clock), firstName: 'Ann', lastName: 'Lee' }
  const [browser, device] = [stranger(), softAuthenticator(ORIGIN)]
  const creation = await browser.get(startPasskeySignUp, names)
  const { userInfo } = await browser.get(completePasskeySignUp, { ...names, passkey: device.make(creation) })
  return { email, device, userInfo, id: userInfo.id, creation, client: accountClient(server, browser, userInfo.id, clock) }
}

async function logIn(device: ReturnType<typeof softAuthenticator>, browser: TestClient = stranger(), lies: object = {}) {
  const request = await browser.get(startPasskeyLogin, {})
  return browser.call(logInByPasskey, { passkey: device.sign(request, lies) })
}
const codeOf = (answer: Awaited<ReturnType<typeof logIn>>) => (answer.ok ? 'ok' : answer.error.code)

it('an account without a password needs a login of the last minutes to change its security', async () => {
  const { client, device } = await keyedOnly()
  nowMs += RECENT_LOGIN_MS - 1
  await client.get(startPasskey, {})
  nowMs += 1
  const changes = [
    client.refusal(startPasskey, {}),
    client.refusal(startSecondFactor, {}),
    client.refusal(changePassword, { newPassword: PASSWORD }),
    client.refusal(startEmailChange, { email: nextEmail() }),
  ]
  for (const change of changes) expect(await change).toEqual({ code: 'LOGIN_NOT_RECENT' })
  await logIn(device, client)
  expect(await client.get(changePassword, { newPassword: PASSWORD })).toEqual({})
})

describe('signing up with a passkey', () => {
  it('creates an account without a password, which the passkey logs in anywhere', async () => {
    const { userInfo, device, creation, email } = await keyedOnly()
    expect(userInfo).toMatchObject({ email, firstName: 'Ann', hasPassword: false, hasGoogle: false, isLoggedIn: true })
    expect(creation).toMatchObject({
      rp: { id: 'localhost' },
      user: { id: Buffer.from(userInfo.id).toString('base64url'), name: email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const entered = await logIn(device)
    expect(entered).toMatchObject({ ok: true, value: { userInfo: { id: userInfo.id } } })
    expect(await stranger().refusal(logInByEmail, { email, password: PASSWORD })).toEqual({ code: 'LOGIN_WRONG' })
  })

  it('needs a proved address, and leaves the proof unused when it fails', async () => {
    const names = { registrationToken: await proveSignUp(server, nextEmail(), clock), firstName: 'Ann', lastName: 'Lee' }
    const [browser, device] = [stranger(), softAuthenticator(ORIGIN)]
    expect(await browser.refusal(startPasskeySignUp, { ...names, registrationToken: '0'.repeat(64) })).toEqual({ code: 'PROOF_EXPIRED' })
    const lying = device.make(await browser.get(startPasskeySignUp, names), { origin: 'https://evil.example' })
    expect(await browser.refusal(completePasskeySignUp, { ...names, passkey: lying })).toEqual({ code: 'PASSKEY_REFUSED' })
    const made = device.make(await browser.get(startPasskeySignUp, names))
    const elsewhere = stranger()
    expect(await elsewhere.refusal(completePasskeySignUp, { ...names, passkey: made })).toEqual({ code: 'LOGIN_EXPIRED' })
    expect((await browser.call(completePasskeySignUp, { ...names, passkey: made })).ok).toBe(true)
    expect(await browser.refusal(startPasskeySignUp, names)).toEqual({ code: 'PROOF_EXPIRED' })
  })

  it('rejects a passkey of another account', async () => {
    const { device } = await keyedOnly()
    const names = { registrationToken: await proveSignUp(server, nextEmail(), clock), firstName: 'Bob', lastName: 'Lee' }
    const browser = stranger()
    const made = device.make(await browser.get(startPasskeySignUp, names))
    expect(await browser.refusal(completePasskeySignUp, { ...names, passkey: made })).toEqual({ code: 'PASSKEY_REFUSED' })
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
  ])('is refused %s', async (_, lies) => {
    const { device } = await keyed()
    expect(codeOf(await logIn(device))).toBe('ok')
    const browser = stranger()
    expect(codeOf(await logIn(device, browser, lies))).toBe('PASSKEY_REFUSED')
    expect(browser.jar.has('session')).toBe(false)
    expect(codeOf(await logIn(device))).toBe('ok')
  })

  it('is refused with an unknown key, and with the signature of another key', async () => {
    const [ann, unknown] = [await keyed(), softAuthenticator(ORIGIN)]
    expect(codeOf(await logIn(unknown))).toBe('PASSKEY_REFUSED')
    const browser = stranger()
    const forged = { ...unknown.sign(await browser.get(startPasskeyLogin, {})), id: ann.device.id, rawId: ann.device.id }
    const { userHandle: _, ...response } = forged.response
    expect(await browser.refusal(logInByPasskey, { passkey: { ...forged, response } })).toEqual({ code: 'PASSKEY_REFUSED' })
  })

  it('uses its challenge up, with any result, in the browser of its request, within its time', async () => {
    const { device } = await keyed()
    const browser = stranger()
    const request = await browser.get(startPasskeyLogin, {})
    const passkeySigned = device.sign(request)
    expect(await stranger().refusal(logInByPasskey, { passkey: passkeySigned })).toEqual({ code: 'LOGIN_EXPIRED' })
    const copy = createTestClient(server, { ...clock, jar: new Map(browser.jar), address: someAddress() })
    expect((await browser.call(logInByPasskey, { passkey: passkeySigned })).ok).toBe(true)
    expect(await copy.refusal(logInByPasskey, { passkey: passkeySigned })).toEqual({ code: 'LOGIN_EXPIRED' })
    const slow = stranger()
    const late = device.sign(await slow.get(startPasskeyLogin, {}))
    nowMs += LOGIN_CHALLENGE_LIFETIME_MS
    expect(await slow.refusal(logInByPasskey, { passkey: late })).toEqual({ code: 'LOGIN_EXPIRED' })
    const wrong = stranger()
    const again = await wrong.get(startPasskeyLogin, {})
    await wrong.call(logInByPasskey, { passkey: device.sign(again, { isUnverified: true }) })
    expect(await wrong.refusal(logInByPasskey, { passkey: device.sign(again) })).toEqual({ code: 'LOGIN_EXPIRED' })
  })

  it('counts as both factors', async () => {
    const person = await keyed()
    const { secret } = await person.client.get(startSecondFactor, { currentPassword: PASSWORD })
    await person.client.get(turnOnSecondFactor, { code: authenticatorApp(secret).codeAt(nowMs) })
    const browser = stranger()
    expect(codeOf(await logIn(person.device, browser))).toBe('ok')
    const caller = {
      userToken: '',
      businessUserId: '',
      sessionToken: browser.jar.get('session') ?? '',
      challengeToken: '',
      address: '',
      userAgent: '',
    }
    const ctx = { db: db(), secret: '', nowMs: () => nowMs, caller, setSession: () => {} } as unknown as Context
    expect(await findSession(ctx)).toMatchObject({ passwordAtMs: nowMs, secondFactorAtMs: nowMs })
  })

  it('moves the visitor’s work as any login does, and is limited per address', async () => {
    const { device, id } = await keyed()
    const visitor = await createVisitor(server, { ...clock, address: someAddress() })
    expect(await logIn(device, visitor)).toMatchObject({ ok: true, value: { userInfo: { id }, carried: { creations: 0 } } })
    const flood = createTestClient(server, { ...clock, address: someAddress() })
    for (let tried = 0; tried < LIMITS.passkeyByAddress.max; tried += 1) await flood.get(startPasskeyLogin, {})
    expect(await flood.refusal(startPasskeyLogin, {})).toMatchObject({ code: 'H4022' })
  })
})

describe('the passkeys of an account', () => {
  it('are added with the password, listed without their keys, and reported by mail', async () => {
    const person = await somebody()
    expect(await person.client.get(getPasskeys, {})).toEqual({ passkeys: [] })
    expect(await person.client.refusal(startPasskey, {})).toEqual({ code: 'H3001', fields: ['currentPassword'] })
    expect(await person.client.refusal(startPasskey, { currentPassword: 'x' })).toMatchObject({ code: 'LOGIN_WRONG' })
    const device = softAuthenticator(ORIGIN)
    const made = device.make(await person.client.get(startPasskey, { currentPassword: PASSWORD }))
    await person.client.get(addPasskey, { passkey: made })
    expect(await person.client.refusal(addPasskey, { passkey: made })).toEqual({ code: 'LOGIN_EXPIRED' })
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
    const [ann, bob] = [await somebody(), await somebody()]
    const made = softAuthenticator(ORIGIN).make(await bob.client.get(startPasskey, { currentPassword: PASSWORD }))
    const login = bob.client.jar.get('login') ?? ''
    ann.client.jar.set('login', login)
    expect(await ann.client.refusal(addPasskey, { passkey: made })).toEqual({ code: 'LOGIN_EXPIRED' })
    expect(await ann.client.get(getPasskeys, {})).toEqual({ passkeys: [] })
  })

  it('are renamed and removed by their account alone', async () => {
    const [ann, bob] = [await keyed(), await keyed()]
    const { id } = ann.device
    expect(await bob.client.refusal(renamePasskey, { id, name: 'mine' })).toEqual({ code: 'H4001' })
    expect(await bob.client.refusal(removePasskey, { id })).toEqual({ code: 'H4001' })
    await ann.client.get(renamePasskey, { id, name: '  The old phone ' })
    expect((await ann.client.get(getPasskeys, {})).passkeys[0]?.name).toBe('The old phone')
    for (const name of [' ', 'a\nb', 'x'.repeat(PASSKEY_NAME_MAX_LENGTH + 1)])
      expect(await ann.client.refusal(renamePasskey, { id, name })).toEqual({ code: 'H3000', fields: ['name'] })
    await ann.client.get(removePasskey, { id })
    expect(codeOf(await logIn(ann.device))).toBe('PASSKEY_REFUSED')
    expect(await noticesTo(server, ann.email)).toContain('A passkey was removed from your account. It can no longer be used to log in.')
  })

  it('are limited in number', async () => {
    const { id, client } = await keyed()
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
    const { client, device } = await keyedOnly()
    expect(await client.refusal(removePasskey, { id: device.id })).toEqual({ code: 'ONLY_WAY_IN' })
    const second = softAuthenticator(ORIGIN)
    await client.get(addPasskey, { passkey: second.make(await client.get(startPasskey, {})) })
    const both = await Promise.all([device, second].map(({ id }) => client.call(removePasskey, { id })))
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    await client.get(changePassword, { newPassword: PASSWORD })
    const [left] = (await client.get(getPasskeys, {})).passkeys
    await client.get(removePasskey, { id: left?.id ?? '' })
    expect(await client.get(getPasskeys, {})).toEqual({ passkeys: [] })
  })

  it('are deleted with their account', async () => {
    const { id } = await keyed()
    await db().delete(account).where(eq(account.id, id))
    expect(await db().select().from(passkey).where(eq(passkey.accountId, id))).toEqual([])
  })
})
