import type { Call } from '#shared/api/define-call.ts'
import { randomUUID } from 'node:crypto'
import { asc } from 'drizzle-orm'
import { operatorAct } from '#server/database/operator-schema.ts'
import { proveOldFactor } from '../../fixtures/server/prove-old-factor.ts'
import { type TestServer, type TestServerOptions, startTestServer } from '../../fixtures/start-test-server.ts'
import { type QuickAccount, quickAccount } from '../money/quick-account.ts'

export interface OperatorWorld {
  readonly server: TestServer
  readonly nowMs: () => number
  readonly pass: (ms: number) => void
  /** Stores for each session that its user has just proved a second factor, and that this factor was set up a day ago. */
  proveFactors(): Promise<void>
  readonly operator: QuickAccount
  /** Creates another logged-in user. */
  person(): Promise<QuickAccount>
  /** Makes a call as the operator. If the call needs a key, it gets a new one by default. */
  callAsOperator<Input, Data>(call: Call<Input, Data>, input: Input, key?: string): Promise<Data>
  refusal<Input, Data>(call: Call<Input, Data>, input: Input, key?: string): Promise<string>
  /** The record of the operators' acts, the oldest first. */
  readActs(): Promise<(typeof operatorAct.$inferSelect)[]>
}

export const OPERATOR_EMAIL = 'operator@example.org'

/** Starts a server with one operator who has all rights. */
export async function openOperatorWorld(options: TestServerOptions = {}): Promise<OperatorWorld> {
  let nowMs = Date.now()
  const server = await startTestServer({
    listen: false,
    nowMs: () => nowMs,
    ...options,
    config: { operatorAccounts: [OPERATOR_EMAIL], welcomePointsVisitor: 100, ...options.config },
  })
  const clock = { server, nowMs: () => nowMs }
  const operator = await quickAccount(clock, 'operator')
  const proveFactors = () => proveOldFactor(server.database.db, nowMs)
  await proveFactors()
  const keyOf = (call: Pick<Call, 'idempotent'>, key?: string) => (call.idempotent === true ? { idempotencyKey: key ?? randomUUID() } : {})
  return {
    ...clock,
    pass: (ms) => (nowMs += ms),
    proveFactors,
    operator,
    person: () => quickAccount(clock),
    callAsOperator: (call, input, key) => operator.client.get(call, input, keyOf(call, key)),
    refusal: async (call, input, key) => (await operator.client.refusal(call, input, keyOf(call, key))).code,
    readActs: () => server.database.db.select().from(operatorAct).orderBy(asc(operatorAct.seq)),
  }
}
