import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { rateLimit, session } from '#server/database/account-schema.ts'
import { changePassword, linkGoogle, unlinkGoogle } from '#shared/api/account-settings.ts'
import { logInByThirdParty } from '#shared/api/auth.ts'
import { addPasskey, getPasskeys, removePasskey, startPasskey } from '#shared/api/passkeys.ts'
import { getMe } from '#shared/api/user.ts'
import { type GoogleIssuer, startGoogleIssuer } from '../fixtures/server/google-issuer.ts'
import { softAuthenticator } from '../fixtures/server/soft-authenticator.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { ORIGIN, createTestClient, createVisitor } from './client.ts'
import { addPlan } from './money/books.ts'
import { PASSWORD, accountClient, noticesTo, signUp, someAddress } from './sign-up.ts'

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

let lastNumber = 0
const signUpSomebody = () => signUp(server, `p${(lastNumber += 1)}@example.org`, { address: someAddress() })
const claimsOf = (sub: string) => ({ sub, email: `${sub}@gmail.example`, given_name: 'Ann', family_name: 'Lee' })
/** Makes an authorization code of the Google account `sub`. */
function codeOf(sub: string): string {
  const code = `code-${(lastNumber += 1)}`
  // A new nonce makes each token different, because two tokens of the same second would be equal.
  google.codes.set(code, { ...claimsOf(sub), nonce: code })
  return code
}
const logIn = async (sub: string) => {
  const browser = createTestClient(server, { address: someAddress() })
  const { userInfo } = await browser.get(logInByThirdParty, { provider: 'google', token: codeOf(sub) })
  return { userInfo, client: accountClient(server, browser, userInfo.id) }
}

const LINKED_NOTICE = 'A Google account was linked to your Kinora account. You can now log in with Google.'
const UNLINKED_NOTICE = 'Your Kinora account is no longer linked to a Google account.'

describe('linking Google', () => {
  it('lets that Google account in, whatever its address, and sends a mail', async () => {
    const ann = await signUpSomebody()
    expect(await ann.client.get(linkGoogle, { code: codeOf('sub-ann'), currentPassword: PASSWORD })).toMatchObject({
      id: ann.id,
      hasGoogle: true,
      email: ann.email,
    })
    expect(await noticesTo(server, ann.email)).toEqual([LINKED_NOTICE])
    expect((await logIn('sub-ann')).userInfo.id).toBe(ann.id)
    expect(await ann.client.get(linkGoogle, { code: codeOf('sub-ann'), currentPassword: PASSWORD })).toMatchObject({ hasGoogle: true })
    expect(await noticesTo(server, ann.email)).toEqual([LINKED_NOTICE])
  })

  it('is H3016 where either of the two is linked already, and changes nothing', async () => {
    const [ann, bob] = [await signUpSomebody(), await signUpSomebody()]
    await bob.client.get(linkGoogle, { code: codeOf('sub-bob'), currentPassword: PASSWORD })
    expect(await ann.client.refusal(linkGoogle, { code: codeOf('sub-bob'), currentPassword: PASSWORD })).toEqual({ code: 'H3016' })
    expect(await bob.client.refusal(linkGoogle, { code: codeOf('sub-another'), currentPassword: PASSWORD })).toEqual({ code: 'H3016' })
    expect([(await ann.client.get(getMe, {})).hasGoogle, (await logIn('sub-bob')).userInfo.id]).toEqual([false, bob.id])
  })

  it('is H3017 where that Google account opens another account and both have a membership', async () => {
    const [ann, bob] = [await signUpSomebody(), await signUpSomebody()]
    await bob.client.get(linkGoogle, { code: codeOf('sub-vip'), currentPassword: PASSWORD })
    await addPlan(server.database.db, bob.id, Date.now())
    expect(await ann.client.refusal(linkGoogle, { code: codeOf('sub-vip'), currentPassword: PASSWORD })).toEqual({ code: 'H3016' })
    await addPlan(server.database.db, ann.id, Date.now())
    expect(await ann.client.refusal(linkGoogle, { code: codeOf('sub-vip'), currentPassword: PASSWORD })).toEqual({ code: 'H3017' })
  })

  it('succeeds for one of two accounts that request it at the same moment', async () => {
    const accounts = [await signUpSomebody(), await signUpSomebody()]
    const answers = await Promise.all(
      accounts.map(({ client }) => client.call(linkGoogle, { code: codeOf('sub-raced'), currentPassword: PASSWORD })),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  it('needs the password, checked before Google, and a session that is still valid afterwards', async () => {
    const [ann, code] = [await signUpSomebody(), codeOf('sub-password')]
    expect(await ann.client.refusal(linkGoogle, { code })).toEqual({ code: 'H3001', fields: ['currentPassword'] })
    expect(await ann.client.refusal(linkGoogle, { code, currentPassword: 'x' })).toMatchObject({ code: 'LOGIN_WRONG' })
    vi.spyOn(google.codes, 'delete').mockImplementationOnce((sentCode) => {
      void server.database.db.delete(session).where(eq(session.accountId, ann.id)).execute()
      return google.codes.delete(sentCode)
    })
    expect(await ann.client.refusal(linkGoogle, { code, currentPassword: PASSWORD })).toEqual({ code: 'H3009' })
    expect(await noticesTo(server, ann.email)).toEqual([])
  })

  it('is H503 while Google is unreachable, and uses up no try', async () => {
    const serverWithoutGoogle = await startTestServer({
      listen: false,
      config: { google: { ...google.config, tokenUrl: 'http://127.0.0.1:9/' } },
    })
    const { client } = await signUp(serverWithoutGoogle, 'away@example.org', { address: someAddress() })
    expect(await client.refusal(linkGoogle, { code: 'any', currentPassword: PASSWORD })).toEqual({ code: 'H503' })
    const tries = await serverWithoutGoogle.database.db.select().from(rateLimit)
    expect(tries.filter(({ key }) => key.startsWith('third-party-address')).map(({ count }) => count)).toEqual([0])
    await serverWithoutGoogle.close()
  })

  it('needs a code of Google and a session', async () => {
    const [ann, visitor] = [await signUpSomebody(), await createVisitor(server)]
    expect(await ann.client.refusal(linkGoogle, { code: 'made up', currentPassword: PASSWORD })).toEqual({ code: 'GOOGLE_REFUSED' })
    expect(await visitor.refusal(linkGoogle, { code: codeOf('sub-x'), currentPassword: PASSWORD })).toEqual({ code: 'H3009' })
    expect(await visitor.refusal(unlinkGoogle, {})).toEqual({ code: 'H3009' })
  })
})

describe('unlinking Google', () => {
  it('is refused where it is the only login method, and works once there is another', async () => {
    const { client, userInfo } = await logIn('sub-only')
    expect(await client.refusal(unlinkGoogle, {})).toEqual({ code: 'ONLY_WAY_IN' })
    expect((await logIn('sub-only')).userInfo.id).toBe(userInfo.id)
    await client.get(changePassword, { newPassword: PASSWORD })
    expect(await client.get(unlinkGoogle, {})).toMatchObject({ hasGoogle: false, hasPassword: true })
    expect(await client.get(unlinkGoogle, {})).toMatchObject({ hasGoogle: false })
    expect((await noticesTo(server, userInfo.email)).filter((line) => line === UNLINKED_NOTICE)).toHaveLength(1)
  })

  it('leaves one login method when the passkey is removed at the same moment', async () => {
    const { client } = await logIn('sub-two-ways')
    const device = softAuthenticator(ORIGIN)
    await client.get(addPasskey, { passkey: device.make(await client.get(startPasskey, {})) })
    const [unlinkAnswer, removeAnswer] = await Promise.all([client.call(unlinkGoogle, {}), client.call(removePasskey, { id: device.id })])
    expect([unlinkAnswer.ok, removeAnswer.ok].filter(Boolean)).toHaveLength(1)
    const passkeyCount = (await client.get(getPasskeys, {})).passkeys.length
    expect((await client.get(getMe, {})).hasGoogle).toBe(passkeyCount === 0)
  })
})
