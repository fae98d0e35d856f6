import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeMe, changePassword, deleteMe, endSessions, EXPORT_PATH, getSessions, cancelDeletion } from '#shared/api/account-settings.ts'
import { logInByEmail } from '#shared/api/auth.ts'
import { defineCall } from '#shared/api/define-call.ts'
import { getMe, getPoints } from '#shared/api/user.ts'
import { DELETION_GRACE_MS, LOCAL_ADDRESS_BLOCK, NAME_MAX_LENGTH } from '#shared/domain/account-rules.ts'
import { eq } from 'drizzle-orm'
import { session } from '#server/database/schema.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { type TestClient, createTestClient, createVisitor } from './client.ts'
import { accountClient, PASSWORD, signUp, someAddress } from './sign-up.ts'

const START_MS = Date.now()
const NEW_PASSWORD = 'another calm long one'
const MINUTE_MS = 60_000
let nowMs = START_MS
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ listen: false, nowMs: () => nowMs })
})
afterAll(() => server.close())

const clock = { nowMs: () => nowMs }
let peopleCount = 0
const signUpSomebody = async () => {
  peopleCount += 1
  return signUp(server, `p${peopleCount}@example.org`, { ...clock, address: someAddress() })
}
/** Logs in to the account in another browser. */
async function logInElsewhere(email: string, password = PASSWORD): Promise<TestClient> {
  const browser = createTestClient(server, { ...clock, address: someAddress() })
  const { userInfo } = await browser.get(logInByEmail, { email, password })
  return accountClient(server, browser, userInfo.id, { ...clock, address: someAddress() })
}
const isLoggedIn = async (client: TestClient) => (await client.call(getSessions, {})).ok

describe('the names', () => {
  it('are changed, trimmed, and part of every later answer', async () => {
    const { client, id } = await signUpSomebody()
    expect(await client.get(changeMe, { firstName: '  Zoë ', lastName: 'O’Neill' })).toMatchObject({
      id,
      firstName: 'Zoë',
      lastName: 'O’Neill',
    })
    expect(await client.get(getMe, {})).toMatchObject({ firstName: 'Zoë', lastName: 'O’Neill' })
  })

  it.each([' ', 'a\nb', 'x'.repeat(NAME_MAX_LENGTH + 1)])('reject %j', async (firstName) => {
    const { client } = await signUpSomebody()
    expect(await client.refusal(changeMe, { firstName, lastName: 'b' })).toEqual({ code: 'H3000', fields: ['firstName'] })
  })
})

describe('a new password', () => {
  it('ends all other sessions, changes the cookie of this one, and becomes the only valid one', async () => {
    const { client, email } = await signUpSomebody()
    const otherBrowser = await logInElsewhere(email)
    const thief = createTestClient(server, { ...clock, jar: new Map(client.jar) })
    await client.get(changePassword, { currentPassword: PASSWORD, newPassword: NEW_PASSWORD })
    expect([await isLoggedIn(client), await isLoggedIn(otherBrowser), await isLoggedIn(thief)]).toEqual([true, false, false])
    expect((await client.get(getSessions, {})).sessions).toHaveLength(1)
    const newBrowser = createTestClient(server, { ...clock, address: someAddress() })
    expect(await newBrowser.refusal(logInByEmail, { email, password: PASSWORD })).toMatchObject({ code: 'LOGIN_WRONG' })
    expect(await isLoggedIn(await logInElsewhere(email, NEW_PASSWORD))).toBe(true)
  })

  it('needs the current one, and changes nothing without it', async () => {
    const { client, email } = await signUpSomebody()
    const otherBrowser = await logInElsewhere(email)
    const wrongInput = { currentPassword: 'wrong', newPassword: NEW_PASSWORD }
    expect(await client.refusal(changePassword, wrongInput)).toEqual({ code: 'LOGIN_WRONG', fields: ['currentPassword'] })
    const missingPassword = { code: 'H3001', fields: ['currentPassword'] }
    expect(await client.refusal(changePassword, { newPassword: NEW_PASSWORD })).toEqual(missingPassword)
    expect(await client.refusal(changePassword, { currentPassword: '', newPassword: NEW_PASSWORD })).toEqual(missingPassword)
    const weakInput = { currentPassword: PASSWORD, newPassword: 'password' }
    expect(await client.refusal(changePassword, weakInput)).toEqual({ code: 'H3000', fields: ['newPassword'] })
    expect([await isLoggedIn(client), await isLoggedIn(otherBrowser)]).toEqual([true, true])
  })

  it('is guessed with the same limit as at the login', async () => {
    const { client } = await signUpSomebody()
    const guesses = Array.from({ length: 12 }, (_, guess) => ({ currentPassword: `guess ${guess}`, newPassword: NEW_PASSWORD }))
    const codes = []
    for (const guess of guesses) codes.push((await client.refusal(changePassword, guess)).code)
    expect(codes.slice(-2)).toEqual(['H4022', 'H4022'])
  })

  it('is set by one of two requests at once; the other one fails as too late', async () => {
    const { client } = await signUpSomebody()
    const tab = createTestClient(server, { ...clock, jar: new Map(client.jar), address: someAddress() })
    const input = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
    const answers = await Promise.all([client.call(changePassword, input), tab.call(changePassword, input)])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })
})

describe('the sessions', () => {
  it('are listed with the current one first, then by their use', async () => {
    const { client, email } = await signUpSomebody()
    nowMs += MINUTE_MS
    const secondBrowser = await logInElsewhere(email)
    nowMs += MINUTE_MS
    await logInElsewhere(email)
    const { sessions } = await client.get(getSessions, {})
    expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false])
    expect(sessions.map(({ createdAt }) => nowMs - createdAt)).toEqual([2 * MINUTE_MS, 0, MINUTE_MS])
    expect((await secondBrowser.get(getSessions, {})).sessions[0]?.createdAt).toBe(nowMs - MINUTE_MS)
    expect(JSON.stringify(sessions)).not.toContain(client.jar.get('session'))
  })

  it('return the address block of their last use, never the address', async () => {
    const { client, email, id } = await signUpSomebody()
    const clientAt = (address: string) => createTestClient(server, { ...clock, jar: client.jar, businessUserId: id, address })
    const addressBlockFrom = async (address: string) => {
      nowMs += 2 * MINUTE_MS
      return (await clientAt(address).get(getSessions, {})).sessions[0]?.place
    }
    expect(await addressBlockFrom('203.0.113.77')).toBe('203.0.113.*')
    expect(await addressBlockFrom('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:*')
    expect(await addressBlockFrom('::ffff:198.51.100.9')).toBe('198.51.100.*')
    expect(await addressBlockFrom('127.0.0.1')).toBe(LOCAL_ADDRESS_BLOCK)
    const otherBrowser = await logInElsewhere(email)
    expect((await otherBrowser.get(getSessions, {})).sessions[0]?.place).toMatch(/^10\.\d+\.\d+\.\*$/)
  })

  // The statement that reads a balance also authenticates the caller, so that most calls need no other statement. The session's last use
  // must be stored nevertheless.
  it('are extended by a balance too, after an hour or from another network', async () => {
    const { client, id } = await signUpSomebody()
    const balanceFrom = (address: string) =>
      createTestClient(server, { ...clock, jar: client.jar, businessUserId: id, address }).get(getPoints, {})
    const lastUse = async () => {
      const [row] = await server.database.db.select().from(session).where(eq(session.accountId, id))
      return row === undefined ? undefined : { agoMs: nowMs - row.seenAtMs, place: row.place }
    }
    await balanceFrom('203.0.113.77')
    nowMs += 2 * MINUTE_MS
    await balanceFrom('203.0.113.77')
    expect(await lastUse()).toEqual({ agoMs: 0, place: '203.0.113.*' })
    nowMs += 59 * MINUTE_MS
    await balanceFrom('203.0.113.80')
    expect(await lastUse()).toEqual({ agoMs: 59 * MINUTE_MS, place: '203.0.113.*' })
    nowMs += 2 * MINUTE_MS
    await balanceFrom('203.0.113.80')
    expect(await lastUse()).toEqual({ agoMs: 0, place: '203.0.113.*' })
  })

  it('that have ended are logged out with the next call', async () => {
    const { client, email } = await signUpSomebody()
    const otherBrowser = await logInElsewhere(email)
    expect(await client.get(endSessions, {})).toEqual({ ended: 1 })
    expect(await otherBrowser.refusal(getSessions, {})).toEqual({ code: 'H3009' })
    expect(await otherBrowser.refusal(changeMe, { firstName: 'a', lastName: 'b' })).toEqual({ code: 'H3009' })
  })

  it('end one by one, or all but the current one', async () => {
    const { client, email } = await signUpSomebody()
    const [secondBrowser, thirdBrowser, fourthBrowser] = [
      await logInElsewhere(email),
      await logInElsewhere(email),
      await logInElsewhere(email),
    ]
    const id = (await secondBrowser.get(getSessions, {})).sessions[0]?.id ?? ''
    expect(await client.get(endSessions, { id })).toEqual({ ended: 1 })
    expect([await isLoggedIn(secondBrowser), await isLoggedIn(thirdBrowser)]).toEqual([false, true])
    expect(await client.refusal(endSessions, { id })).toEqual({ code: 'H4001' })
    expect(await client.get(endSessions, {})).toEqual({ ended: 2 })
    expect([await isLoggedIn(client), await isLoggedIn(thirdBrowser), await isLoggedIn(fourthBrowser)]).toEqual([true, false, false])
  })

  it('of another account are neither listed nor ended', async () => {
    const [ann, bob] = [await signUpSomebody(), await signUpSomebody()]
    const [sessionOfBob] = (await bob.client.get(getSessions, {})).sessions
    expect(await ann.client.refusal(endSessions, { id: sessionOfBob?.id ?? '' })).toEqual({ code: 'H4001' })
    expect(await ann.client.get(endSessions, {})).toEqual({ ended: 0 })
    expect((await ann.client.get(getSessions, {})).sessions).toHaveLength(1)
    expect(await isLoggedIn(bob.client)).toBe(true)
  })

  it('end with the current one, too, and then the cookie is removed', async () => {
    const { client } = await signUpSomebody()
    const id = (await client.get(getSessions, {})).sessions[0]?.id ?? ''
    await client.get(endSessions, { id })
    expect(client.jar.has('session')).toBe(false)
  })
})

describe('a caller without a login', () => {
  const exportCall = defineCall({ ...getSessions, path: EXPORT_PATH.slice('/api/v1'.length) })
  const callAll = (client: TestClient) => [
    client.refusal(changeMe, { firstName: 'a', lastName: 'b' }),
    client.refusal(changePassword, { newPassword: NEW_PASSWORD }),
    client.refusal(getSessions, {}),
    client.refusal(endSessions, {}),
    client.refusal(deleteMe, { confirmation: 'p1@example.org' }),
    client.refusal(cancelDeletion, {}),
    client.refusal(exportCall, {}),
  ]

  it('can call none of this, whatever id is sent', async () => {
    const { id, client } = await signUpSomebody()
    const visitor = await createVisitor(server, clock)
    const pretender = createTestClient(server, { ...clock, businessUserId: id })
    for (const caller of [visitor, pretender]) {
      for (const refusal of await Promise.all(callAll(caller))) expect(refusal).toMatchObject({ code: 'H3009' })
    }
    const mixedCaller = createTestClient(server, { ...clock, jar: (await signUpSomebody()).client.jar, businessUserId: id })
    for (const refusal of await Promise.all(callAll(mixedCaller))) expect(refusal).toMatchObject({ code: 'H3013' })
    expect(await isLoggedIn(client)).toBe(true)
  })
})

describe('the deletion of an account', () => {
  it('is requested with its address, returned with its time, and logs out all other sessions', async () => {
    const { client, email } = await signUpSomebody()
    const otherBrowser = await logInElsewhere(email)
    expect(await client.refusal(deleteMe, { confirmation: 'p1@example.com' })).toEqual({ code: 'H3000', fields: ['confirmation'] })
    expect([await isLoggedIn(otherBrowser), (await client.get(getMe, {})).deletesAt]).toEqual([true, null])
    const requestedAtMs = nowMs
    expect(await client.get(deleteMe, { confirmation: email.toUpperCase() })).toMatchObject({
      deletesAt: requestedAtMs + DELETION_GRACE_MS,
    })
    expect([await isLoggedIn(client), await isLoggedIn(otherBrowser)]).toEqual([true, false])
    nowMs += MINUTE_MS
    expect(await client.get(deleteMe, { confirmation: email })).toMatchObject({ deletesAt: requestedAtMs + DELETION_GRACE_MS })
  })

  it('is undone until then, also after a new login, and not later', async () => {
    const { client, email } = await signUpSomebody()
    await client.get(deleteMe, { confirmation: email })
    nowMs += DELETION_GRACE_MS - MINUTE_MS
    const laterBrowser = await logInElsewhere(email)
    expect(await laterBrowser.get(cancelDeletion, {})).toMatchObject({ deletesAt: null })
    expect(await laterBrowser.get(cancelDeletion, {})).toMatchObject({ deletesAt: null })
    await laterBrowser.get(deleteMe, { confirmation: email })
    nowMs += DELETION_GRACE_MS
    expect(await laterBrowser.refusal(cancelDeletion, {})).toEqual({ code: 'H4021' })
    nowMs = START_MS
  })
})
