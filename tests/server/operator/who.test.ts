import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { account, session } from '#server/database/account-schema.ts'
import { API_ROUTES } from '#server/boot/api-routes.ts'
import { OPERATOR_ROUTES } from '#server/operator/operator-routes.ts'
import { readConfig } from '#server/config/config.ts'
import { type Call, callPath } from '#shared/api/define-call.ts'
import { getOpening } from '#shared/api/operator.ts'
import { OPERATOR_LOGIN_LIFETIME_MS } from '#shared/domain/operator-rules.ts'
import { type TestClient, createTestClient, createVisitor } from '../client.ts'
import { quickAccount } from '../money/quick-account.ts'
import { startTestServer } from '../../fixtures/start-test-server.ts'
import { proveOldFactor } from '../../fixtures/server/prove-old-factor.ts'
import { type OperatorWorld, OPERATOR_EMAIL, openOperatorWorld } from './operator-world.ts'

let world: OperatorWorld
beforeAll(async () => {
  world = await openOperatorWorld()
})
afterAll(() => world.server.close())

const sessionId = async () => {
  const [row] = await world.server.database.db.select({ id: session.id }).from(session).where(eq(session.accountId, world.operator.id))
  return row?.id ?? ''
}
const operatorCalls = OPERATOR_ROUTES.map(({ call }) => call as Call)

/** The answers of the console's calls that differ from the answer of an unknown address. */
async function answersOf(client: TestClient): Promise<unknown[]> {
  const unknownCall: Pick<Call, 'method' | 'base' | 'path' | 'input' | 'data'> = { ...getOpening, path: '/operator/no-such-call' }
  const unknownAnswer = await client.call(unknownCall as Call<object>, {})
  const answers = []
  for (const call of operatorCalls) {
    const answer = await client.call({ ...call, idempotent: undefined } as unknown as Call<object>, {})
    answers.push([call.path, client.status(), answer])
  }
  return answers.filter((answer) => JSON.stringify(answer) !== JSON.stringify([(answer as [string])[0], 404, unknownAnswer]))
}

describe('a caller that is no operator', () => {
  let operatorSessionId: string
  const setProofTime = (secondFactorAtMs: number | null) =>
    world.server.database.db.update(session).set({ secondFactorAtMs }).where(eq(session.id, operatorSessionId))
  beforeEach(async () => {
    operatorSessionId = await sessionId()
    await world.proveFactors()
    await world.server.database.db.update(session).set({ createdAtMs: world.nowMs() }).where(eq(session.id, operatorSessionId))
  })

  it('gets not found at any call: nobody, a visitor, an account without the role', async () => {
    const clock = { nowMs: world.nowMs }
    const strangers = [
      createTestClient(world.server, clock),
      await createVisitor(world.server, clock),
      (await world.person()).client,
      createTestClient(world.server, { ...clock, jar: world.operator.client.jar, businessUserId: 'of somebody else' }),
    ]
    // A recent login and a recent second factor do not help: these callers are not in the operators' list, or send another account's id.
    await world.proveFactors()
    for (const client of strangers) expect(await answersOf(client)).toEqual([])
    expect(operatorCalls.length).toBeGreaterThan(10)
  })

  it('is an operator without a second factor, or with an old one', async () => {
    await setProofTime(null)
    expect(await answersOf(world.operator.client)).toEqual([])
    await setProofTime(world.nowMs() - OPERATOR_LOGIN_LIFETIME_MS)
    expect(await answersOf(world.operator.client)).toEqual([])
    await setProofTime(world.nowMs() - OPERATOR_LOGIN_LIFETIME_MS + 1)
    expect(await world.callAsOperator(getOpening, {})).toEqual({ email: OPERATOR_EMAIL, openMessages: 0 })
  })

  it('is an operator with an old login', async () => {
    const { db } = world.server.database
    await db
      .update(session)
      .set({ createdAtMs: world.nowMs() - OPERATOR_LOGIN_LIFETIME_MS })
      .where(eq(session.id, operatorSessionId))
    expect(await answersOf(world.operator.client)).toEqual([])
  })

  it('is an operator whose account is disabled', async () => {
    const { db } = world.server.database
    await db.update(account).set({ disabledAtMs: world.nowMs() }).where(eq(account.id, world.operator.id))
    expect(await answersOf(world.operator.client)).toEqual([])
    await db.update(account).set({ disabledAtMs: null }).where(eq(account.id, world.operator.id))
  })

  it('is everybody without a list, and a listed account until this session has proved a second factor', async () => {
    const namedServer = await startTestServer({ listen: false, config: { operatorAccounts: [OPERATOR_EMAIL] } })
    const { id, client } = await quickAccount({ server: namedServer, nowMs: Date.now }, 'operator')
    expect(await answersOf(client)).toEqual([])
    await proveOldFactor(namedServer.database.db, Date.now(), [id])
    expect(await client.get(getOpening, {})).toEqual({ email: OPERATOR_EMAIL, openMessages: 0 })
    await namedServer.close()
    expect(readConfig({}).operatorAccounts).toEqual([])
  })
})

it('the calls under /operator are those of the console, all of them', () => {
  const paths = API_ROUTES.map(({ call }) => callPath(call)).filter((path) => path.includes('/operator'))
  expect(paths).toEqual(OPERATOR_ROUTES.map(({ call }) => callPath(call)))
})

it('accounts are named by their addresses, in any case and with spaces', () => {
  expect(readConfig({ OPERATOR_ACCOUNTS: ' Ann@Example.org,bob@example.org ' }).operatorAccounts).toEqual([
    'ann@example.org',
    'bob@example.org',
  ])
  expect(readConfig({ OPERATOR_ACCOUNTS: 'ann@ⓔxample.org,bo\u200Bb@münchen.de' }).operatorAccounts).toEqual([
    'ann@example.org',
    'bob@xn--mnchen-3ya.de',
  ])
  expect(() => readConfig({ OPERATOR_ACCOUNTS: 'ann@example.org,' })).toThrow('OPERATOR_ACCOUNTS')
})
