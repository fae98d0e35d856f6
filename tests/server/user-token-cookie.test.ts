import { afterAll, beforeAll, expect, it } from 'vitest'
import { payLogin } from '#shared/api/pay-user.ts'
import { getPoints } from '#shared/api/user.ts'
import { cookieText } from '#src/hub-client/identity.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { type TestClient, createTestClient, makeToken } from './client.ts'
import { signUp } from './sign-up.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ listen: false })
})
afterAll(() => server.close())

/** Opens a browser whose page has stored the cookie with its token. */
function openBrowser(token = makeToken(), cookie = token): TestClient {
  return createTestClient(server, { token, jar: new Map([['user_token', cookie]]) })
}

/** The parts of a cookie as a set, because their order does not matter. */
const partsOf = (text: string | undefined) => new Set(text?.toLowerCase().split('; '))

it('a new or returning visitor gets the cookie of its token from the server, in the page’s format', async () => {
  const visitor = openBrowser()
  for (const call of [() => visitor.get(payLogin, {}), () => visitor.get(payLogin, {}), () => visitor.get(getPoints, {})]) {
    await call()
    const [cookie, ...otherCookies] = visitor.headers().getSetCookie()
    expect(partsOf(cookie)).toEqual(partsOf(cookieText('user_token', visitor.token, false)))
    expect(otherCookies).toEqual([])
  }
})

it('only for a proven request: no token of a stranger, no cookie with another one, none without a token', async () => {
  const knownVisitor = openBrowser()
  await knownVisitor.get(payLogin, {})
  const cookielessVisitor = createTestClient(server, { token: knownVisitor.token })
  for (const visitor of [openBrowser(knownVisitor.token, makeToken()), cookielessVisitor]) {
    await visitor.get(getPoints, {})
    expect(visitor.headers().getSetCookie()).toEqual([])
  }
  const stranger = openBrowser()
  expect(await stranger.refusal(getPoints, {})).toMatchObject({ code: 'H3009' })
  expect(stranger.headers().getSetCookie()).toEqual([])
})

it('not for an account, whose session identifies it', async () => {
  const { client: account } = await signUp(server, 'ada@example.com')
  account.jar.set('user_token', account.token)
  await account.get(getPoints, {})
  expect(
    account
      .headers()
      .getSetCookie()
      .filter((cookie) => cookie.startsWith('user_token=')),
  ).toEqual([])
})
