import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { account, emailProof, session } from '#server/database/account-schema.ts'
import { createLog } from '#server/telemetry/log.ts'
import { findSession } from '#server/verbs/require-owner.ts'
import { logInByEmail, logOut, resetPassword } from '#shared/api/auth.ts'
import { getMe, getPoints } from '#shared/api/user.ts'
import { CODE_RESEND_MS, PROOF_LIFETIME_MS, SESSION_LIFETIME_MS } from '#shared/domain/account-rules.ts'
import { createCountedHashing, QUICK_COST } from '../fixtures/server/counted-hashing.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { type ClientOptions, type TestClient, createTestClient, createVisitor, makeToken } from './client.ts'
import { type SignedUp, accountClient, latestCode, PASSWORD, proveReset, proveSignUp, signUp, someAddress } from './sign-up.ts'

const countedHashing = createCountedHashing()
const START_MS = Date.now()
const NEW_PASSWORD = 'another long password'
let nowMs = START_MS
let logText = ''
let server: TestServer
let ann: SignedUp
let testCount = 0
const now = () => nowMs

beforeAll(async () => {
  const log = createLog('debug', { write: (line) => (logText += line) })
  server = await startTestServer({
    listen: false,
    nowMs: now,
    log,
    hashing: countedHashing.hashing,
    config: { trustProxy: 1, isLocalOnly: false },
  })
})
afterAll(() => server.close())
beforeEach(async () => {
  nowMs = START_MS
  testCount += 1
  ann = await signUp(server, `ann${testCount}@example.org`, { nowMs: now })
})

const openBrowser = (options: ClientOptions = {}) =>
  createTestClient(server, { nowMs: now, headers: { 'x-forwarded-for': someAddress() }, ...options })
const logIn = (client: TestClient, changes: Partial<{ email: string; password: string }> = {}) =>
  client.call(logInByEmail, { email: ann.email, password: PASSWORD, ...changes })
/** Another client with a copy of the client's cookies. A later change of one copy does not affect the other. */
const copyClient = (client: TestClient) => createTestClient(server, { nowMs: now, jar: new Map(client.jar), businessUserId: ann.id })
const loadSessions = () => server.database.db.select().from(session).where(eq(session.accountId, ann.id))

describe('logging in', () => {
  it('accepts the right password, with any case of the address', async () => {
    const client = openBrowser()
    expect(await logIn(client, { email: ` ${ann.email.toUpperCase()}` })).toMatchObject({ ok: true, value: { userInfo: { id: ann.id } } })
    expect(await accountClient(server, client, ann.id, { nowMs: now }).get(getMe, {})).toMatchObject({ id: ann.id, isLoggedIn: true })
  })

  it('moves the creations and points of the visitor to the account', async () => {
    const visitor = await createVisitor(server, { nowMs: now })
    expect(await logIn(visitor)).toMatchObject({ value: { carried: { creations: 0, points: 100 }, userInfo: { points: 200 } } })
    expect(await logIn(await createVisitor(server, { nowMs: now }))).toMatchObject({ value: { carried: { points: 0 } } })
  })

  it('refuses a wrong password, an unknown address and an account without a password alike, each by one hash', async () => {
    const accountWithoutPassword = await signUp(server, `google${testCount}@example.org`, { nowMs: now })
    await server.database.db
      .update(account)
      .set({ passwordHash: null, googleSub: `sub${testCount}` })
      .where(eq(account.id, accountWithoutPassword.id))
    const sessionsBefore = await loadSessions()
    for (const changes of [{ password: 'wrong' }, { email: 'nobody@example.org' }, { email: accountWithoutPassword.email }]) {
      const client = openBrowser()
      countedHashing.clear()
      expect(await logIn(client, changes)).toMatchObject({ error: { code: 'LOGIN_WRONG' } })
      expect(countedHashing.counts.costs, JSON.stringify(changes)).toEqual([QUICK_COST])
      expect([client.status(), client.jar.size]).toEqual([401, 0])
    }
    expect(await loadSessions()).toEqual(sessionsBefore)
  })

  it('costs an attacker the intended time for each guess, from the sign-up on', async () => {
    const productServer = await startTestServer({ listen: false, nowMs: now, hashing: 'product' })
    const { id, email, password } = await signUp(productServer, 'bob@example.org', { nowMs: now })
    const [storedAccount] = await productServer.database.db.select({ hash: account.passwordHash }).from(account).where(eq(account.id, id))
    expect(storedAccount?.hash).toMatch(/^scrypt\$32768\$8\$3\$/)
    expect(await createTestClient(productServer, { nowMs: now }).call(logInByEmail, { email, password })).toMatchObject({ ok: true })
    await productServer.close()
  })

  it('returns a cookie that scripts and other sites never see, for as long as the session is stored', async () => {
    const plainBrowser = openBrowser()
    await logIn(plainBrowser)
    const attributes = [`Max-Age=${SESSION_LIFETIME_MS / 1000}`, 'Path=/', 'HttpOnly', 'SameSite=Lax']
    const [cookie = ''] = plainBrowser.headers().getSetCookie()
    expect(cookie.split('; ').slice(1).toSorted()).toEqual(attributes.toSorted())
    expect(cookie).toMatch(/^session=[0-9a-f]{64};/)
    const secureBrowser = openBrowser({ headers: { 'x-forwarded-proto': 'https', 'x-forwarded-for': someAddress() } })
    await logIn(secureBrowser)
    const [secureCookie = ''] = secureBrowser.headers().getSetCookie()
    expect(secureCookie.split('; ').slice(1).toSorted()).toEqual([...attributes, 'Secure'].toSorted())
  })

  it('starts a new session and ends the former one of the browser', async () => {
    const oldBrowser = copyClient(ann.client)
    const sameBrowser = openBrowser({ jar: ann.client.jar })
    await logIn(sameBrowser)
    expect(ann.client.jar.get('session')).not.toBe(oldBrowser.jar.get('session'))
    expect(await oldBrowser.refusal(getPoints, {})).toEqual({ code: 'H3009' })
    expect(await ann.client.get(getPoints, {})).toMatchObject({ points: 100 })
    expect(await loadSessions()).toHaveLength(1)
  })

  it('ends when it is unused for the session lifetime', async () => {
    nowMs += SESSION_LIFETIME_MS - 1
    await ann.client.get(getPoints, {})
    nowMs += SESSION_LIFETIME_MS - 1
    await ann.client.get(getPoints, {})
    nowMs += SESSION_LIFETIME_MS
    expect(await ann.client.refusal(getPoints, {})).toEqual({ code: 'H3009' })
  })

  it('is not restored by a request that was reading it when it ended', async () => {
    const readSession = (await loadSessions())[0]!
    const { db } = server.database
    await ann.client.get(logOut, {})
    nowMs += SESSION_LIFETIME_MS / 2
    const dbBeforeEnd = Object.assign(Object.create(db) as typeof db, {
      select: () => ({ from: () => ({ where: async () => [readSession] }) }),
    })
    const newTokens: (string | null)[] = []
    const caller = {
      userToken: '',
      businessUserId: '',
      sessionToken: 'of the ended session',
      challengeToken: '',
      address: '',
      userAgent: '',
    }
    await findSession({ db: dbBeforeEnd, caller, secret: '', nowMs: now, setSession: (token) => newTokens.push(token) })
    expect(newTokens).toEqual([])
  })

  it('with the old password does not survive a parallel reset', async () => {
    const token = await proveReset(server, ann.email, { nowMs: now })
    const clients = Array.from({ length: 3 }, () => openBrowser())
    const [resetAnswer, ...logins] = await Promise.all([
      openBrowser().call(resetPassword, { token, newPassword: NEW_PASSWORD }),
      ...clients.map((client) => logIn(client)),
    ])
    expect(resetAnswer.ok).toBe(true)
    for (const login of logins) if (!login.ok) expect(login.error.code).toBe('LOGIN_WRONG')
    expect(await loadSessions()).toEqual([])
  })
})

describe('logging out', () => {
  it('ends the session for good, removes the cookie and empties the HTTP cache', async () => {
    const copiedBrowser = copyClient(ann.client)
    await ann.client.get(logOut, {})
    expect(ann.client.headers().getSetCookie()).toEqual([expect.stringMatching(/^session=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/)])
    expect(ann.client.headers().get('clear-site-data')).toBe('"cache"')
    expect(ann.client.jar.size).toBe(0)
    expect(await copiedBrowser.refusal(getPoints, {})).toEqual({ code: 'H3009' })
    expect(await copiedBrowser.get(logOut, {})).toEqual({})
    expect(await openBrowser({ businessUserId: ann.id }).get(logOut, {})).toEqual({})
  })

  it('of one browser leaves the others', async () => {
    const otherBrowser = openBrowser()
    await logIn(otherBrowser)
    await ann.client.get(logOut, {})
    expect(await accountClient(server, otherBrowser, ann.id, { nowMs: now }).get(getPoints, {})).toMatchObject({ points: 100 })
  })
})

describe('a new password', () => {
  it('by a code replaces the old one, ends all sessions and starts no new one', async () => {
    const otherBrowser = openBrowser()
    await logIn(otherBrowser)
    const token = await proveReset(server, ann.email, { nowMs: now })
    const resettingBrowser = openBrowser({ jar: ann.client.jar })
    expect(await resettingBrowser.get(resetPassword, { token, newPassword: NEW_PASSWORD })).toEqual({})
    expect(resettingBrowser.jar.size).toBe(0)
    expect(await loadSessions()).toEqual([])
    expect(await accountClient(server, otherBrowser, ann.id, { nowMs: now }).refusal(getPoints, {})).toEqual({ code: 'H3009' })
    expect(await logIn(openBrowser())).toMatchObject({ error: { code: 'LOGIN_WRONG' } })
    expect(await logIn(openBrowser(), { password: NEW_PASSWORD })).toMatchObject({ ok: true })
  })

  it('needs an unused proof of its own kind, not older than the proof lifetime', async () => {
    const expiredError = { code: 'PROOF_EXPIRED' }
    const signUpToken = await proveSignUp(server, `new${testCount}@example.org`, { nowMs: now })
    expect(await openBrowser().refusal(resetPassword, { token: signUpToken, newPassword: NEW_PASSWORD })).toEqual(expiredError)
    const token = await proveReset(server, ann.email, { nowMs: now })
    expect(await openBrowser().refusal(resetPassword, { token, newPassword: 'short' })).toEqual({ code: 'H3000', fields: ['newPassword'] })
    nowMs += PROOF_LIFETIME_MS
    expect(await openBrowser().refusal(resetPassword, { token, newPassword: NEW_PASSWORD })).toEqual(expiredError)
    nowMs -= 1
    const passwords = ['first password', 'second password']
    const answers = await Promise.all(passwords.map((newPassword) => openBrowser().call(resetPassword, { token, newPassword })))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ error: expiredError })
    const loginResults = await Promise.all(passwords.map(async (password) => (await logIn(openBrowser(), { password })).ok))
    expect(loginResults).toEqual(answers.map(({ ok }) => ok))
  })

  it('ends the other proofs of its address, too', async () => {
    const earlierToken = await proveReset(server, ann.email, { nowMs: now })
    nowMs += CODE_RESEND_MS
    const token = await proveReset(server, ann.email, { nowMs: now })
    await openBrowser().get(resetPassword, { token, newPassword: NEW_PASSWORD })
    expect(await openBrowser().refusal(resetPassword, { token: earlierToken, newPassword: PASSWORD })).toEqual({ code: 'PROOF_EXPIRED' })
  })

  it('can not be set by the proof of an address without an account', async () => {
    const email = `nobody${testCount}@example.org`
    const registrationToken = await proveSignUp(server, email, { nowMs: now })
    await server.database.db.update(emailProof).set({ type: 1 }).where(eq(emailProof.email, email))
    const refusal = await openBrowser().refusal(resetPassword, { token: registrationToken, newPassword: NEW_PASSWORD })
    expect(refusal).toEqual({ code: 'PROOF_EXPIRED' })
  })

  it('resets the used-up login limit', async () => {
    const headers = { 'x-forwarded-for': someAddress() }
    const wrongLogins = Array.from({ length: 11 }, () => logIn(openBrowser({ headers }), { password: 'wrong' }))
    await Promise.all(wrongLogins)
    expect(await logIn(openBrowser({ headers }))).toMatchObject({ error: { code: 'H4022' } })
    const token = await proveReset(server, ann.email, { nowMs: now })
    await openBrowser().get(resetPassword, { token, newPassword: NEW_PASSWORD })
    expect(await logIn(openBrowser({ headers }), { password: NEW_PASSWORD })).toMatchObject({ ok: true })
  })
})

describe('from another site', () => {
  it('no write succeeds: no form post, no foreign or missing origin, not even with the session', async () => {
    const cookie = `session=${ann.client.jar.get('session') ?? ''}`
    const post = (path: string, headers: Record<string, string>, body: string) =>
      server.app.request(`http://localhost${path}`, { method: 'POST', headers: { cookie, ...headers }, body })
    const formHeaders = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' }
    for (const [path, body] of [
      ['/api/v1/auth/logout', ''],
      ['/api/v1/auth/email/login', `email=${ann.email}&password=${PASSWORD}`],
      ['/api/v1/user/me', 'firstName=E&lastName=Vil'],
    ] as const) {
      for (const headers of [formHeaders, { ...formHeaders, origin: 'null' }, { 'content-type': 'text/plain' }]) {
        const answer = await post(path, headers, body)
        expect(await answer.json()).toMatchObject({ statusCode: 'H3013', fields: ['origin'] })
        expect(answer.headers.getSetCookie()).toEqual([])
      }
    }
    expect(await ann.client.get(getMe, {})).toMatchObject({ firstName: 'Ann' })
  })
})

describe('the log', () => {
  it('has no password, code, proof, token or address', async () => {
    logText = ''
    const token = makeToken()
    const client = openBrowser({ token })
    const email = `secret${testCount}@example.org`
    const registrationToken = await proveSignUp(server, email, { nowMs: now })
    const code = await latestCode(server, email)
    const { client: signedUpClient } = await signUp(server, `hidden${testCount}@example.org`, {
      nowMs: now,
      visitor: client,
      password: 'hidden password',
    })
    await logIn(openBrowser(), { password: 'wrong-password' })
    nowMs += CODE_RESEND_MS
    const resetToken = await proveReset(server, ann.email, { nowMs: now })
    await openBrowser().get(resetPassword, { token: resetToken, newPassword: NEW_PASSWORD })
    const cookie = signedUpClient.jar.get('session') ?? 'none'
    await signedUpClient.get(logOut, {})
    expect(logText).toContain('/api/v1/auth/email/login')
    const secrets = [
      email,
      ann.email,
      code,
      registrationToken,
      resetToken,
      cookie,
      token,
      'hidden password',
      'wrong-password',
      NEW_PASSWORD,
    ]
    for (const secret of secrets) expect(logText).not.toContain(secret)
  })
})
