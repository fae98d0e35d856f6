import type { GoogleConfig } from '#server/account/google/google-config.ts'
import { readConfig } from '#server/config/config.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account, rateLimit, session } from '#server/database/account-schema.ts'
import { owner } from '#server/database/schema.ts'
import { securityHeaderValues } from '#server/http/security-headers.ts'
import { CLOCK_TOLERANCE_S, readClaims } from '#server/account/google/google-login.ts'
import { LIMITS } from '#server/verbs/rate-limit.ts'
import { createAccount } from '#server/account/sign-up.ts'
import { logInByThirdParty } from '#shared/api/auth.ts'
import { getMe } from '#shared/api/user.ts'
import { NAME_MAX_LENGTH } from '#shared/domain/account-rules.ts'
import { type GoogleIssuer, startGoogleIssuer } from '../fixtures/server/google-issuer.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { createTestClient, createVisitor } from './client.ts'
import { someAddress } from './sign-up.ts'

const HOUR_S = 3600
let google: GoogleIssuer
let server: TestServer
beforeAll(async () => {
  google = await startGoogleIssuer()
  server = await startTestServer({ listen: false, config: { google: google.config } })
})
afterAll(async () => {
  await server.close()
  await google.close()
})

/** Returns another spelling of the same token: the last letter of the signature has unused bits. */
function respellToken(token: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return token.slice(0, -1) + (letters[letters.indexOf(token.at(-1) ?? '') + 1] ?? '')
}

let peopleCount = 0
function newClaims(changes: Record<string, unknown> = {}) {
  peopleCount += 1
  const personClaims = {
    sub: `sub-${peopleCount}`,
    email: `p${peopleCount}@example.org`,
    given_name: 'Ann',
    family_name: `Lee ${peopleCount}`,
  }
  return { ...personClaims, ...changes }
}

const tokenInput = (token: string) => ({ provider: 'google' as const, token, additionalParams: { type: 'jwt' as const, oneTap: true } })
const codeInput = (token: string) => ({ provider: 'google' as const, token })
const openBrowser = () => createTestClient(server, { address: someAddress() })
const logIn = async (claims: object) => {
  const client = openBrowser()
  return { client, answer: await client.call(logInByThirdParty, tokenInput(await google.idToken({ ...claims }))) }
}
const loginStatusFor = async (claims: object) => (await logIn(claims)).client.status()
const nowS = () => Math.floor(Date.now() / 1000)
const addAccount = (email: string, googleSub: string | null = null) =>
  server.database.db.transaction(async (tx) => {
    const config = {
      welcomePointsAccount: 100,
      welcomePointsVisitor: 100,
      welcomeVisitorsPerAddressPerDay: 0,
      google: undefined,
      attribution: undefined,
      mediaBytesPerAccount: 0,
      isLocalOnly: false,
      origins: [],
      operator: { name: null, email: null, address: null },
      operatorAccounts: [],
      seller: readConfig({}).seller,
      hasUsageTracker: false,
      gtagId: undefined,
      prices: new Map(),
    }
    const accountResult = await createAccount(
      tx,
      { config, nowMs: Date.now, secret: 'of these tests' },
      { email, firstName: 'A', lastName: 'B', googleSub, passwordHash: 'hash' },
    )
    if (!accountResult.ok) throw new Error(accountResult.error.code)
    return accountResult.value
  })

describe('an ID token', () => {
  it('creates an account, and logs the same user in again, with any later address', async () => {
    const claims = newClaims()
    const { client, answer } = await logIn({ ...claims, email: claims.email.toUpperCase() })
    expect(answer).toMatchObject({
      ok: true,
      value: {
        userInfo: { email: claims.email, firstName: 'Ann', lastName: claims.family_name, points: 100, hasGoogle: true, hasPassword: false },
      },
    })
    const { id } = await client.get(getMe, {})
    expect(id).not.toBe('')
    const secondLogin = await logIn({ ...claims, email: 'moved@example.org', jti: 'another' })
    expect(secondLogin.answer).toMatchObject({ ok: true, value: { userInfo: { id, email: claims.email } } })
  })

  it.each([
    ['for another client', () => ({ aud: 'somebody.else' })],
    ['of another issuer', () => ({ iss: 'https://accounts.example.com' })],
    ['that has expired', () => ({ exp: nowS() - CLOCK_TOLERANCE_S - 1 })],
    ['that is not valid yet', () => ({ nbf: nowS() + HOUR_S })],
    ['without an end', () => ({ exp: undefined })],
    ['without a verified address', () => ({ email_verified: false })],
    ['that says nothing about the address', () => ({ email_verified: undefined })],
    ['without an address', () => ({ email: undefined })],
    ['without a person', () => ({ sub: undefined })],
  ])('%s is refused', async (_, changes) => {
    const { client, answer } = await logIn({ ...newClaims(), ...changes() })
    expect(answer).toMatchObject({ ok: false, error: { code: 'GOOGLE_REFUSED' } })
    expect(client.status()).toBe(401)
    expect(client.jar.size).toBe(0)
  })

  it('may be expired by the tolerated clock difference', async () => {
    expect(await loginStatusFor({ ...newClaims(), exp: nowS() - CLOCK_TOLERANCE_S + 3 })).toBe(200)
  })

  it('that was changed, signed by others or not at all is refused', async () => {
    const validToken = await google.idToken(newClaims())
    const [header = '', payload = '', signature = ''] = validToken.split('.')
    const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object
    const otherIssuer = await startGoogleIssuer()
    const foreignToken = await otherIssuer.idToken({ ...newClaims(), iss: google.config.issuers[0] })
    await otherIssuer.close()
    const badTokens = [
      `${header}.${encodePart({ ...claims, sub: 'victim' })}.${signature}`,
      `${encodePart({ alg: 'none' })}.${payload}.`,
      `${encodePart({ alg: 'HS256' })}.${payload}.${signature}`,
      `${encodePart({ alg: 'RS256', crit: ['x'] })}.${payload}.${signature}`,
      `${header}.${payload}.${signature.slice(0, -8)}`,
      `${header}.${payload}`,
      foreignToken,
      'no.token.atall',
      '..',
    ]
    const client = openBrowser()
    for (const token of badTokens)
      expect(await client.refusal(logInByThirdParty, tokenInput(token)), token.slice(0, 60)).toEqual({ code: 'GOOGLE_REFUSED' })
  })

  it('logs in once, also when a copy arrives at the same time or in another encoding', async () => {
    const token = await google.idToken(newClaims())
    const copies = [token, token, respellToken(token)]
    const answers = await Promise.all(copies.map((copy) => openBrowser().call(logInByThirdParty, tokenInput(copy))))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await openBrowser().refusal(logInByThirdParty, tokenInput(token))).toEqual({ code: 'GOOGLE_REFUSED' })
  })

  it('of a new user creates one account, for any number of parallel requests', async () => {
    const claims = newClaims()
    const answers = await Promise.all([1, 2, 3].map((jti) => logIn({ ...claims, jti })))
    expect(answers.every(({ answer }) => answer.ok)).toBe(true)
    expect(await server.database.db.select().from(account).where(eq(account.email, claims.email))).toHaveLength(1)
  })
})

it('is limited per address, counting only refusals', async () => {
  const { max } = LIMITS.thirdPartyByAddress
  const address = someAddress()
  const client = createTestClient(server, { address })
  const codes = []
  for (let guess = 1; guess < max; guess += 1) codes.push((await client.refusal(logInByThirdParty, tokenInput(`a.b.${guess}`))).code)
  expect(new Set(codes)).toEqual(new Set(['GOOGLE_REFUSED']))
  const makeTokenInput = async () => tokenInput(await google.idToken(newClaims()))
  for (const token of [await makeTokenInput(), await makeTokenInput()]) {
    expect(await createTestClient(server, { address }).call(logInByThirdParty, token)).toMatchObject({ ok: true })
  }
  await client.call(logInByThirdParty, tokenInput('a.b.c'))
  expect(await client.call(logInByThirdParty, await makeTokenInput())).toMatchObject({ error: { code: 'H4022', retry: 'later' } })
  expect(await logIn(newClaims())).toMatchObject({ answer: { ok: true } })
})

describe('a code', () => {
  it('is redeemed with our secret, and logs in the user of its ID token', async () => {
    const claims = newClaims()
    google.codes.set('good-code', claims)
    const client = openBrowser()
    const answer = await client.get(logInByThirdParty, codeInput('good-code'))
    expect(answer.userInfo).toMatchObject({ email: claims.email, hasGoogle: true })
    expect(google.redeemed.at(-1)).toEqual({
      code: 'good-code',
      client_id: google.config.clientId,
      client_secret: google.config.clientSecret,
      redirect_uri: 'postmessage',
      grant_type: 'authorization_code',
    })
    expect(await client.refusal(logInByThirdParty, codeInput('good-code'))).toEqual({ code: 'GOOGLE_REFUSED' })
  })

  it('that Google does not know is refused, and so is one for an unverified user', async () => {
    expect(await openBrowser().refusal(logInByThirdParty, codeInput('bad'))).toEqual({ code: 'GOOGLE_REFUSED' })
    google.codes.set('unverified', newClaims({ email_verified: false }))
    expect(await openBrowser().refusal(logInByThirdParty, codeInput('unverified'))).toEqual({ code: 'GOOGLE_REFUSED' })
  })
})

describe('an account of the same address', () => {
  it('is linked, retains its password and its names, and gets the visitor’s creations and points', async () => {
    const claims = newClaims()
    const id = await addAccount(claims.email)
    const visitor = await createVisitor(server)
    const answer = await visitor.get(logInByThirdParty, tokenInput(await google.idToken(claims)))
    expect(answer).toMatchObject({
      carried: { points: 100 },
      userInfo: { id, firstName: 'A', hasPassword: true, hasGoogle: true, points: 200 },
    })
    expect((await logIn({ ...claims, jti: 'again' })).answer).toMatchObject({ value: { userInfo: { id } } })
  })

  it('is found by another spelling of the domain, but not by a local part that mail servers may distinguish', async () => {
    const id = await addAccount('fix@münchen.example')
    const { answer } = await logIn(newClaims({ email: 'ﬁx@münchen.example' }))
    expect(answer).toMatchObject({ error: { code: 'EMAIL_TAKEN' } })
    expect((await logIn(newClaims({ email: 'fix@xn--mnchen-3ya.example' }))).answer).toMatchObject({ value: { userInfo: { id } } })
  })

  it('that belongs to another Google account is unchanged', async () => {
    const claims = newClaims()
    const id = await addAccount(claims.email, 'other-sub')
    const { answer, client } = await logIn(claims)
    expect(answer).toMatchObject({ error: { code: 'H3016' } })
    expect(client.jar.size).toBe(0)
    expect(await server.database.db.select().from(account).where(eq(account.id, id))).toMatchObject([{ googleSub: 'other-sub' }])
    expect(await server.database.db.select().from(session).where(eq(session.accountId, id))).toEqual([])
  })
})

describe('Google itself', () => {
  const readThirdPartyTries = async (otherServer: TestServer) => {
    const rows = await otherServer.database.db.select().from(rateLimit)
    return rows.filter(({ key }) => key.startsWith('third-party-address')).map(({ count }) => count)
  }
  const withGoogle = async (changes: Partial<GoogleConfig>, work: (otherServer: TestServer) => Promise<void>) => {
    const otherServer = await startTestServer({ listen: false, config: { google: { ...google.config, ...changes } } })
    try {
      await work(otherServer)
    } finally {
      await otherServer.close()
    }
  }

  it('when unreachable, or rejecting our secret, is no refusal: it is retried later, and uses up no try', async () => {
    const closedUrl = 'http://127.0.0.1:9/'
    await withGoogle({ jwksUrl: closedUrl, tokenUrl: closedUrl }, async (otherServer) => {
      const client = createTestClient(otherServer)
      expect(await client.refusal(logInByThirdParty, tokenInput(await google.idToken(newClaims())))).toEqual({ code: 'H503' })
      expect(await client.refusal(logInByThirdParty, codeInput('any'))).toEqual({ code: 'H503' })
      expect(client.status()).toBe(503)
    })
    await withGoogle({ clientSecret: 'wrong', jwksUrl: `${google.config.tokenUrl}/nothing` }, async (otherServer) => {
      google.codes.set('fine', newClaims())
      expect(await createTestClient(otherServer).refusal(logInByThirdParty, codeInput('fine'))).toEqual({ code: 'H503' })
      const token = await google.idToken(newClaims())
      expect(await createTestClient(otherServer).refusal(logInByThirdParty, tokenInput(token))).toEqual({ code: 'H503' })
      expect(await otherServer.database.db.select().from(owner)).toEqual([])
      expect(await readThirdPartyTries(otherServer)).toEqual([0])
    })
  })

  it('is off without a client id', async () => {
    const serverWithoutGoogle = await startTestServer({ listen: false })
    expect(await createTestClient(serverWithoutGoogle).refusal(logInByThirdParty, codeInput('any'))).toEqual({ code: 'H4001' })
    const policy = (await serverWithoutGoogle.app.request('http://localhost/healthz')).headers.get('content-security-policy')
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';")
    expect(policy).not.toContain('google')
    await serverWithoutGoogle.close()
  })
})

describe('the names in an ID token', () => {
  const claims = { sub: '1', exp: 1, email: 'sam.poe@example.org', email_verified: 'true' }
  it.each([
    [{ given_name: ' Sam ', family_name: 'Poe' }, 'Sam', 'Poe'],
    [{ given_name: 'Sam', name: 'Sam Poe' }, 'Sam', ''],
    [{ name: 'Sam Poe' }, 'Sam Poe', ''],
    [{ family_name: 'Poe', name: 'Sam Poe' }, 'sam.poe', 'Poe'],
    [{ given_name: 7, family_name: null }, 'sam.poe', ''],
    [{ given_name: 'a\n\0b' }, 'a b', ''],
    [{ given_name: `${'x'.repeat(NAME_MAX_LENGTH - 1)}😀` }, 'x'.repeat(NAME_MAX_LENGTH - 1), ''],
  ])('%j', (names, firstName, lastName) => {
    expect(readClaims({ ...claims, ...names })).toMatchObject({ firstName, lastName })
  })
})

describe('the security policy with Google', () => {
  it('allows one script, its style, and frames and requests of its origin', () => {
    const policyOf = (gisSrc?: string) => securityHeaderValues("'none'", { gisSrc })['content-security-policy']?.split('; ') ?? []
    const addedLines = policyOf('https://accounts.google.com/gsi/client').filter((line) => !policyOf().includes(line))
    expect(addedLines).toEqual([
      "script-src 'self' 'wasm-unsafe-eval' https://accounts.google.com/gsi/client",
      "style-src 'self' 'unsafe-inline' https://accounts.google.com/gsi/style",
      "connect-src 'self' https://accounts.google.com",
      "frame-src 'self' https://accounts.google.com",
    ])
  })

  it('is sent with documents, and windows may still be opened', async () => {
    const { headers } = await server.app.request('http://localhost/healthz')
    expect(headers.get('content-security-policy')).toContain(google.config.gisSrc)
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
  })
})
