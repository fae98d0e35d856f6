import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hasSecondFactor } from '#server/account/second-factor.ts'
import { clearLoginRows } from '#server/account/clear-old-rows.ts'
import { sharedSecret } from '#server/verbs/secrets.ts'
import { findSession } from '#server/verbs/require-owner.ts'
import { account, loginChallenge, rateLimit, recoveryCode, secondFactor, session } from '#server/database/account-schema.ts'
import { changePassword, getSessions } from '#shared/api/account-settings.ts'
import { logInByEmail, logInBySecondFactor, logInByThirdParty, resetPassword } from '#shared/api/auth.ts'
import {
  getSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '#shared/api/second-factor.ts'
import { getMe } from '#shared/api/user.ts'
import {
  LOGIN_CHALLENGE_LIFETIME_MS,
  RECOVERY_CODE_LENGTH,
  RECOVERY_CODES,
  SECOND_FACTOR_SETUP_LIFETIME_MS,
  SECOND_FACTOR_STEP_MS,
  SECOND_FACTOR_TRIES_PER_DAY,
} from '#shared/domain/account-rules.ts'
import type { Context } from '#server/verbs/verb.ts'
import { authenticatorApp } from '../fixtures/server/authenticator-app.ts'
import { type GoogleIssuer, startGoogleIssuer } from '../fixtures/server/google-issuer.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { type TestClient, createTestClient, createVisitor } from './client.ts'
import { type SignedUp, PASSWORD, noticesTo, proveReset, signUp, someAddress } from './sign-up.ts'

const WRONG_CODE = '000000'
let nowMs = Date.now()
let google: GoogleIssuer
let server: TestServer
let serverSecret = ''
beforeAll(async () => {
  google = await startGoogleIssuer()
  server = await startTestServer({ listen: false, nowMs: () => nowMs, config: { google: google.config } })
  serverSecret = await sharedSecret(server.database.db)
})
afterAll(async () => {
  await server.close()
  await google.close()
})
beforeEach(() => server.database.db.delete(rateLimit).then(() => undefined))

const clock = { nowMs: () => nowMs }
const db = () => server.database.db
let peopleCount = 0
const signUpSomebody = () => {
  peopleCount += 1
  return signUp(server, `p${peopleCount}@example.org`, { ...clock, address: someAddress() })
}
/** Advances the clock by one step of the codes, because a used code is not accepted again. */
const advanceStep = () => (nowMs += SECOND_FACTOR_STEP_MS)

/** Creates a user with an authenticator app. */
async function createProtectedPerson() {
  const person = await signUpSomebody()
  const { secret } = await person.client.get(startSecondFactor, { currentPassword: PASSWORD })
  const app = authenticatorApp(secret)
  const { recoveryCodes } = await person.client.get(turnOnSecondFactor, { code: app.codeAt(nowMs) })
  advanceStep()
  return { ...person, secret, recoveryCodes, code: () => app.codeAt(nowMs) }
}

const newBrowser = () => createTestClient(server, { ...clock, address: someAddress() })
/** Opens a browser that has sent the right password and needs the second factor. */
async function logInHalfway({ email }: Pick<SignedUp, 'email'>, password = PASSWORD): Promise<TestClient> {
  const browser = newBrowser()
  expect(await browser.refusal(logInByEmail, { email, password })).toEqual({ code: 'SECOND_FACTOR_NEEDED' })
  return browser
}

describe('new recovery codes', () => {
  it('end the old ones, and need the password and a code, one of the app or an old one', async () => {
    const person = await createProtectedPerson()
    const [oldCode = '', olderCode = ''] = person.recoveryCodes
    const proof = { currentPassword: PASSWORD, code: person.code() }
    expect(await person.client.refusal(renewRecoveryCodes, { code: proof.code })).toEqual({ code: 'H3001', fields: ['currentPassword'] })
    expect(await person.client.refusal(renewRecoveryCodes, { ...proof, currentPassword: 'x' })).toMatchObject({ code: 'LOGIN_WRONG' })
    expect(await person.client.refusal(renewRecoveryCodes, { ...proof, code: WRONG_CODE })).toMatchObject({ code: 'SECOND_FACTOR_WRONG' })
    const { recoveryCodes } = await person.client.get(renewRecoveryCodes, proof)
    expect(await person.client.refusal(renewRecoveryCodes, proof)).toMatchObject({ code: 'SECOND_FACTOR_WRONG' })
    expect(new Set([...recoveryCodes, ...person.recoveryCodes]).size).toBe(2 * RECOVERY_CODES)
    expect(await noticesTo(server, person.email)).toContain('New recovery codes were created. The old codes no longer work.')
    expect(await person.client.get(getSecondFactor, {})).toEqual({ isOn: true, recoveryCodesLeft: RECOVERY_CODES })
    const browser = await logInHalfway(person)
    for (const code of [oldCode, olderCode])
      expect(await browser.refusal(logInBySecondFactor, { code })).toMatchObject({ code: 'SECOND_FACTOR_WRONG' })
    const lastAnswer = await person.client.get(renewRecoveryCodes, { currentPassword: PASSWORD, code: recoveryCodes[0] ?? '' })
    expect((await browser.call(logInBySecondFactor, { code: lastAnswer.recoveryCodes[0] ?? '' })).ok).toBe(true)
  })

  it('do not exist without an app', async () => {
    const { client } = await signUpSomebody()
    expect(await client.refusal(renewRecoveryCodes, { currentPassword: PASSWORD, code: WRONG_CODE })).toMatchObject({
      code: 'SECOND_FACTOR_WRONG',
    })
  })

  it('stay ten, without an error, when codes are used in parallel', async () => {
    const person = await createProtectedPerson()
    const browsers = [await logInHalfway(person), await logInHalfway(person), await logInHalfway(person)]
    const [firstCode = '', secondCode = '', thirdCode = '', fourthCode = '', fifthCode = ''] = person.recoveryCodes
    const answers = await Promise.all([
      person.client.call(renewRecoveryCodes, { currentPassword: PASSWORD, code: firstCode }),
      person.client.call(renewRecoveryCodes, { currentPassword: PASSWORD, code: secondCode }),
      ...browsers.map((browser, index) => browser.call(logInBySecondFactor, { code: [thirdCode, fourthCode, fifthCode][index] ?? '' })),
    ])
    for (const answer of answers) if (!answer.ok) expect(answer.error.code).toBe('SECOND_FACTOR_WRONG')
    expect((await person.client.get(getSecondFactor, {})).recoveryCodesLeft).toBe(RECOVERY_CODES)
  })
})

describe('setting up an authenticator app', () => {
  it('needs the password, and has no effect until a code has confirmed it', async () => {
    const { client, email, id } = await signUpSomebody()
    expect(await client.refusal(startSecondFactor, {})).toEqual({ code: 'H3001', fields: ['currentPassword'] })
    expect(await client.refusal(startSecondFactor, { currentPassword: 'x' })).toEqual({ code: 'LOGIN_WRONG', fields: ['currentPassword'] })
    const { secret, uri } = await client.get(startSecondFactor, { currentPassword: PASSWORD })
    expect(uri).toContain(`secret=${secret}&`)
    expect(await client.get(getSecondFactor, {})).toEqual({ isOn: false, recoveryCodesLeft: 0 })
    expect(await hasSecondFactor({ db: db() }, id)).toBe(false)
    expect((await newBrowser().call(logInByEmail, { email, password: PASSWORD })).ok).toBe(true)
    expect(await client.refusal(turnOnSecondFactor, { code: WRONG_CODE })).toEqual({ code: 'SECOND_FACTOR_WRONG', fields: ['code'] })
    expect(await client.get(getSecondFactor, {})).toEqual({ isOn: false, recoveryCodesLeft: 0 })
    const app = authenticatorApp(secret)
    const { recoveryCodes } = await client.get(turnOnSecondFactor, { code: app.codeAt(nowMs) })
    expect(new Set(recoveryCodes).size).toBe(RECOVERY_CODES)
    for (const code of recoveryCodes) expect(code).toMatch(new RegExp(`^[a-z0-9]{${RECOVERY_CODE_LENGTH}}$`))
    expect(await client.get(getSecondFactor, {})).toEqual({ isOn: true, recoveryCodesLeft: RECOVERY_CODES })
    expect(await hasSecondFactor({ db: db() }, id)).toBe(true)
    expect(await noticesTo(server, email)).toContain(
      'Two-factor authentication was turned on. To log in, you now need a code from your authenticator app.',
    )
  })

  it('stores neither the secret nor the recovery codes as they are', async () => {
    const { id, secret, recoveryCodes } = await createProtectedPerson()
    const rows = [
      await db().select().from(secondFactor).where(eq(secondFactor.accountId, id)),
      await db().select().from(recoveryCode).where(eq(recoveryCode.accountId, id)),
    ]
    const storedText = JSON.stringify(rows)
    expect(rows[1]).toHaveLength(RECOVERY_CODES)
    for (const word of [secret, ...recoveryCodes]) expect(storedText).not.toContain(word)
  })

  it('can be restarted any number of times, and never replaces an active one', async () => {
    const { client } = await signUpSomebody()
    const firstSetup = await client.get(startSecondFactor, { currentPassword: PASSWORD })
    const secondSetup = await client.get(startSecondFactor, { currentPassword: PASSWORD })
    expect(await client.refusal(turnOnSecondFactor, { code: authenticatorApp(firstSetup.secret).codeAt(nowMs) })).toMatchObject({
      code: 'SECOND_FACTOR_WRONG',
    })
    await client.get(turnOnSecondFactor, { code: authenticatorApp(secondSetup.secret).codeAt(nowMs) })
    expect(await client.refusal(startSecondFactor, { currentPassword: PASSWORD })).toEqual({ code: 'H4021' })
    expect(await client.refusal(turnOnSecondFactor, { code: authenticatorApp(secondSetup.secret).codeAt(nowMs) })).toEqual({
      code: 'H4021',
    })
  })

  it('expires when it is left, and is cleared', async () => {
    const { client, id } = await signUpSomebody()
    const { secret } = await client.get(startSecondFactor, { currentPassword: PASSWORD })
    nowMs += SECOND_FACTOR_SETUP_LIFETIME_MS
    expect(await client.refusal(turnOnSecondFactor, { code: authenticatorApp(secret).codeAt(nowMs) })).toEqual({ code: 'H4021' })
    nowMs += 1
    await clearLoginRows(db(), nowMs)
    expect(await db().select().from(secondFactor).where(eq(secondFactor.accountId, id))).toEqual([])
  })

  it('needs a session', async () => {
    const visitor = await createVisitor(server, clock)
    expect(await visitor.refusal(getSecondFactor, {})).toEqual({ code: 'H3009' })
    expect(await visitor.refusal(startSecondFactor, {})).toEqual({ code: 'H3009' })
    expect(await visitor.refusal(turnOnSecondFactor, { code: WRONG_CODE })).toEqual({ code: 'H3009' })
    expect(await visitor.refusal(turnOffSecondFactor, { code: WRONG_CODE })).toEqual({ code: 'H3009' })
  })
})

describe('a login with an authenticator app', () => {
  it('is half a login after the password: no session, nothing moved, and a cookie that scripts can not read', async () => {
    const person = await createProtectedPerson()
    const browser = await createVisitor(server, { ...clock, address: someAddress() })
    const userBefore = await browser.get(getMe, {})
    expect(await browser.refusal(logInByEmail, { email: person.email, password: PASSWORD })).toEqual({ code: 'SECOND_FACTOR_NEEDED' })
    expect(browser.headers().getSetCookie().join()).toMatch(/^login=[0-9a-f]{64};.*HttpOnly.*SameSite=Lax/)
    expect([browser.jar.has('session'), await browser.get(getMe, {})]).toEqual([false, userBefore])
    const { userInfo, carried } = await browser.get(logInBySecondFactor, { code: person.code() })
    expect([userInfo.id, carried.points]).toEqual([person.id, userBefore.points])
    expect([browser.jar.has('session'), browser.jar.has('login')]).toEqual([true, false])
  })

  it('accepts a code once, from any caller', async () => {
    const person = await createProtectedPerson()
    const code = person.code()
    const [firstBrowser, secondBrowser] = [await logInHalfway(person), await logInHalfway(person)]
    const answers = await Promise.all([firstBrowser.call(logInBySecondFactor, { code }), secondBrowser.call(logInBySecondFactor, { code })])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await (await logInHalfway(person)).refusal(logInBySecondFactor, { code })).toMatchObject({ code: 'SECOND_FACTOR_WRONG' })
    advanceStep()
    expect((await (await logInHalfway(person)).call(logInBySecondFactor, { code: person.code() })).ok).toBe(true)
  })

  it('rejects an older code after a newer one', async () => {
    const person = await createProtectedPerson()
    const olderCode = person.code()
    advanceStep()
    await (await logInHalfway(person)).get(logInBySecondFactor, { code: person.code() })
    expect(await (await logInHalfway(person)).refusal(logInBySecondFactor, { code: olderCode })).toMatchObject({
      code: 'SECOND_FACTOR_WRONG',
    })
  })

  it('accepts each recovery code once, with dashes and capitals, and those of no other account', async () => {
    const [ann, bob] = [await createProtectedPerson(), await createProtectedPerson()]
    const [code = '', nextCode = ''] = ann.recoveryCodes
    const typedCode = `${code.slice(0, 4)}-${code.slice(4)}`.toUpperCase()
    expect(await (await logInHalfway(bob)).refusal(logInBySecondFactor, { code })).toMatchObject({ code: 'SECOND_FACTOR_WRONG' })
    await (await logInHalfway(ann)).get(logInBySecondFactor, { code: typedCode })
    expect(await (await logInHalfway(ann)).refusal(logInBySecondFactor, { code })).toMatchObject({ code: 'SECOND_FACTOR_WRONG' })
    await (await logInHalfway(ann)).get(logInBySecondFactor, { code: nextCode })
    expect(await ann.client.get(getSecondFactor, {})).toEqual({ isOn: true, recoveryCodesLeft: RECOVERY_CODES - 2 })
  })

  it('is bound to its browser, for a while, and works once', async () => {
    const person = await createProtectedPerson()
    expect(await newBrowser().refusal(logInBySecondFactor, { code: person.code() })).toEqual({ code: 'LOGIN_EXPIRED' })
    const slowBrowser = await logInHalfway(person)
    nowMs += LOGIN_CHALLENGE_LIFETIME_MS
    expect(await slowBrowser.refusal(logInBySecondFactor, { code: person.code() })).toEqual({ code: 'LOGIN_EXPIRED' })
    const browser = await logInHalfway(person)
    const copiedBrowser = createTestClient(server, { ...clock, jar: new Map(browser.jar), address: someAddress() })
    await browser.get(logInBySecondFactor, { code: person.code() })
    advanceStep()
    expect(await copiedBrowser.refusal(logInBySecondFactor, { code: person.code() })).toEqual({ code: 'LOGIN_EXPIRED' })
  })

  it('continues after a wrong code, and a right password is not counted as a failure', async () => {
    const person = await createProtectedPerson()
    const browser = await logInHalfway(person)
    expect(await browser.refusal(logInBySecondFactor, { code: WRONG_CODE })).toMatchObject({ code: 'SECOND_FACTOR_WRONG' })
    expect((await browser.call(logInBySecondFactor, { code: person.code() })).ok).toBe(true)
    const countRows = await db().select({ key: rateLimit.key, count: rateLimit.count }).from(rateLimit)
    const countOf = (name: string) => countRows.filter(({ key }) => key.startsWith(`${name}:`)).map(({ count }) => count)
    expect([countOf('second-factor-stranger'), countOf('login-pair')]).toEqual([[1], []])
  })

  it('is refused unread after too many wrong codes of strangers, and not to a browser that the account knows', async () => {
    const person = await createProtectedPerson()
    const attacker = await logInHalfway(person)
    for (let attempt = 0; attempt < SECOND_FACTOR_TRIES_PER_DAY; attempt += 1)
      await attacker.call(logInBySecondFactor, { code: WRONG_CODE })
    expect(await attacker.refusal(logInBySecondFactor, { code: person.code() })).toMatchObject({ code: 'H4022' })
    const knownBrowser = await createVisitor(server, {
      ...clock,
      jar: person.client.jar,
      token: person.client.token,
      businessUserId: person.id,
    })
    const sameBrowser = createTestClient(server, { ...clock, token: knownBrowser.token, address: someAddress() })
    expect(await sameBrowser.refusal(logInByEmail, { email: person.email, password: PASSWORD })).toEqual({ code: 'SECOND_FACTOR_NEEDED' })
    expect((await sameBrowser.call(logInBySecondFactor, { code: person.code() })).ok).toBe(true)
  })

  it('is needed after Google, too', async () => {
    const person = await createProtectedPerson()
    const claims = { sub: `sub-${person.id}`, email: person.email, given_name: 'Ann', family_name: 'Lee' }
    const browser = newBrowser()
    const token = await google.idToken(claims)
    const input = { provider: 'google' as const, token, additionalParams: { type: 'jwt' as const } }
    expect(await browser.refusal(logInByThirdParty, input)).toEqual({ code: 'SECOND_FACTOR_NEEDED' })
    expect(await newBrowser().refusal(logInByThirdParty, input)).toEqual({ code: 'GOOGLE_REFUSED' })
    expect((await browser.call(logInBySecondFactor, { code: person.code() })).ok).toBe(true)
  })

  it('is needed after a new password by mail, which ends every half login', async () => {
    const person = await createProtectedPerson()
    const browserBefore = await logInHalfway(person)
    const newPassword = 'quite another long one'
    await newBrowser().get(resetPassword, { token: await proveReset(server, person.email, clock), newPassword })
    expect(await browserBefore.refusal(logInBySecondFactor, { code: person.code() })).toEqual({ code: 'LOGIN_EXPIRED' })
    expect((await (await logInHalfway(person, newPassword)).call(logInBySecondFactor, { code: person.code() })).ok).toBe(true)
  })

  it('that was left is cleared', async () => {
    await logInHalfway(await createProtectedPerson())
    nowMs += LOGIN_CHALLENGE_LIFETIME_MS + 1
    await clearLoginRows(db(), nowMs)
    expect(await db().select().from(loginChallenge)).toEqual([])
  })
})

describe('turning it off', () => {
  it('needs a code, and deletes the recovery codes with it', async () => {
    const person = await createProtectedPerson()
    expect(await person.client.refusal(turnOffSecondFactor, { code: WRONG_CODE })).toMatchObject({ code: 'SECOND_FACTOR_WRONG' })
    expect((await person.client.get(getSecondFactor, {})).isOn).toBe(true)
    await person.client.get(turnOffSecondFactor, { code: person.code() })
    expect(await person.client.get(getSecondFactor, {})).toEqual({ isOn: false, recoveryCodesLeft: 0 })
    expect(await noticesTo(server, person.email)).toContain(
      'Two-factor authentication was turned off. You no longer need a code from your authenticator app to log in.',
    )
    expect((await newBrowser().call(logInByEmail, { email: person.email, password: PASSWORD })).ok).toBe(true)
  })

  it('works with a recovery code, and not twice at once', async () => {
    const person = await createProtectedPerson()
    const [code = ''] = person.recoveryCodes
    const answers = await Promise.all([0, 1].map(() => person.client.call(turnOffSecondFactor, { code })))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })
})

it('is not guessed with a session: wrong codes count up to the limit, right ones do not', async () => {
  const person = await createProtectedPerson()
  const turnOff = (code: string) => person.client.call(turnOffSecondFactor, { code })
  for (let attempt = 0; attempt < SECOND_FACTOR_TRIES_PER_DAY; attempt += 1)
    expect(await turnOff(WRONG_CODE)).toMatchObject({ error: { code: 'SECOND_FACTOR_WRONG' } })
  expect(await turnOff(person.code())).toMatchObject({ error: { code: 'H4022' } })
  expect((await person.client.get(getSecondFactor, {})).isOn).toBe(true)
})

describe('a session’s proofs', () => {
  const contextOf = (client: TestClient): Context =>
    ({
      db: db(),
      secret: serverSecret,
      nowMs: () => nowMs,
      caller: {
        userToken: client.token,
        businessUserId: '',
        sessionToken: client.jar.get('session') ?? '',
        challengeToken: '',
        address: '127.0.0.1',
        userAgent: '',
      },
      setSession: () => {},
    }) as unknown as Context

  it('is stored with its times: the login, and the second factor once it was asked for', async () => {
    const person = await createProtectedPerson()
    const loggedInAtMs = nowMs
    const browser = await logInHalfway(person)
    await browser.get(logInBySecondFactor, { code: person.code() })
    advanceStep()
    expect(await findSession(contextOf(browser))).toMatchObject({ identityProvedAtMs: loggedInAtMs, secondFactorAtMs: loggedInAtMs })
    const plainPerson = await signUpSomebody()
    expect(await findSession(contextOf(plainPerson.client))).toMatchObject({ identityProvedAtMs: nowMs, secondFactorAtMs: null })
  })

  it('is confirmed anew by new recovery codes, which need a code', async () => {
    const person = await createProtectedPerson()
    const ctx = contextOf(person.client)
    const sessionBefore = await findSession(ctx)
    advanceStep()
    await person.client.refusal(renewRecoveryCodes, { currentPassword: PASSWORD, code: WRONG_CODE })
    expect((await findSession(ctx))?.secondFactorAtMs).toBe(sessionBefore?.secondFactorAtMs)
    await person.client.get(renewRecoveryCodes, { currentPassword: PASSWORD, code: person.code() })
    expect(await findSession(ctx)).toMatchObject({ identityProvedAtMs: sessionBefore?.identityProvedAtMs, secondFactorAtMs: nowMs })
  })

  it('stays with a new password, and ends where the factor is turned off', async () => {
    const person = await createProtectedPerson()
    const provedAtMs = (await findSession(contextOf(person.client)))?.secondFactorAtMs
    nowMs += 1000
    await person.client.get(changePassword, { currentPassword: PASSWORD, newPassword: 'quite another long one' })
    expect(await findSession(contextOf(person.client))).toMatchObject({ identityProvedAtMs: nowMs, secondFactorAtMs: provedAtMs })
    await person.client.get(turnOffSecondFactor, { code: person.code() })
    expect((await findSession(contextOf(person.client)))?.secondFactorAtMs).toBeNull()
    expect((await person.client.get(getSessions, {})).sessions).toHaveLength(1)
  })
})

it('is deleted with its account', async () => {
  const person = await createProtectedPerson()
  await logInHalfway(person)
  await db().delete(session).where(eq(session.accountId, person.id))
  await db().delete(account).where(eq(account.id, person.id))
  for (const table of [secondFactor, recoveryCode])
    expect(await db().select().from(table).where(eq(table.accountId, person.id))).toEqual([])
})
