import { afterAll, beforeAll, expect, it } from 'vitest'
import { eq } from 'drizzle-orm'
import { logOut } from '#shared/api/auth.ts'
import { getHistory } from '#shared/api/generation.ts'
import { disableAccount } from '#shared/api/operator-acts.ts'
import { payLogin } from '#shared/api/pay-user.ts'
import { getMe, getPoints } from '#shared/api/user.ts'
import { ledger, owner } from '#server/database/schema.ts'
import type { Result } from '#shared/result.ts'
import { type IdState, type SessionState, type TokenState, IDENTITY_TABLE, SIZE_OF_TABLE } from '../../fixtures/identity-table.ts'
import { type CookieJar, createTestClient, createVisitor, makeToken } from '../client.ts'
import { type OperatorWorld, openOperatorWorld } from '../operator/operator-world.ts'

let world: OperatorWorld
beforeAll(async () => {
  world = await openOperatorWorld()
})
afterAll(() => world.server.close())

/** After this time, a call from another network is stored as the last use of a session, in ms. */
const NETWORK_CHANGE_MS = 2 * 60 * 1000
/** An account has more points than a visitor, so that a balance shows to which of the two it belongs. */
const ACCOUNT_POINTS = 107

/** An account, and the cookies of a browser whose session of this account has the given state. */
async function browserOf(state: SessionState): Promise<{ id: string; jar: CookieJar }> {
  const { id, client } = await world.person()
  const note = 'a test of the identity table'
  await world.server.database.db
    .insert(ledger)
    .values({ ownerId: id, seq: 2, kind: 'grant', amount: 7, balance: ACCOUNT_POINTS, note, occurredAtMs: world.nowMs() })
  const jar: CookieJar = new Map(state === 'none' ? [] : client.jar)
  if (state === 'ended') await client.get(logOut, {})
  if (state === 'disabled') await world.callAsOperator(disableAccount, { id, isDisabled: true, reason: note })
  return { id, jar }
}

async function tokenOf(state: TokenState): Promise<string> {
  if (state === 'none') return ''
  if (state === 'unknown') return makeToken()
  const { token, ownerId } = await knownVisitor()
  if (state === 'retired') await world.server.database.db.update(owner).set({ retiredAtMs: world.nowMs() }).where(eq(owner.id, ownerId))
  return token
}

async function knownVisitor(): Promise<{ token: string; ownerId: string }> {
  const visitor = await createVisitor(world.server, { nowMs: world.nowMs })
  return { token: visitor.token, ownerId: (await visitor.get(payLogin, {})).userId }
}

const ID_OF: Record<IdState, (ownId: string) => string> = { own: (ownId) => ownId, foreign: () => world.operator.id, none: () => '' }

/** The code of a refusal, or the identity to which the answer belongs. */
function answerOf<T>(result: Result<T>, isAccount: (value: T) => boolean): string {
  if (!result.ok) return result.error.code
  return isAccount(result.value) ? 'account' : 'visitor'
}

it('the table has each combination once', () => {
  const names = new Set(IDENTITY_TABLE.map(({ session, token, id }) => `${session} ${token} ${id}`))
  expect([names.size, IDENTITY_TABLE.length]).toEqual([SIZE_OF_TABLE, SIZE_OF_TABLE])
})

it.each(IDENTITY_TABLE)(
  'session $session, token $token, id $id: /user/me $me, a call $call, the anonymous login $login',
  async ({ session, token, id, me, call, login }) => {
    const { id: ownId, jar } = await browserOf(session)
    // Advances the clock so far that the first call stores the clients' network in the session. Later calls then use the short path:
    // one SQL statement both authenticates the caller and reads the rows.
    world.pass(NETWORK_CHANGE_MS)
    const userToken = await tokenOf(token)
    const caller = { nowMs: world.nowMs, jar: new Map(jar), token: userToken, businessUserId: ID_OF[id](ownId) }
    const client = () => createTestClient(world.server, { ...caller, jar: new Map(jar) })

    const meAnswer = await client().call(getMe, {})
    expect(answerOf(meAnswer, (value) => value.id === ownId && value.isLoggedIn)).toBe(me)
    // Visitor and account have separate histories, and the session decides which one the server returns.
    const historyAnswer = await client().call(getHistory, { curPage: 1, pageSize: 1, taskStatus: 'ALL' })
    expect(answerOf(historyAnswer, () => session === 'valid')).toBe(call)
    const pointsAnswer = await client().call(getPoints, {})
    expect(answerOf(pointsAnswer, ({ points }) => points === ACCOUNT_POINTS)).toBe(call)
    expect(answerOf(await client().call(payLogin, {}), () => false)).toBe(login)
  },
)
