import type { Call } from '#shared/api/define-call.ts'
import { randomUUID } from 'node:crypto'
import { asc } from 'drizzle-orm'
import { session } from '#server/platform/database/account-schema.ts'
import { operatorAct } from '#server/platform/database/operator-schema.ts'
import { type TestServer, type TestServerOptions, startTestServer } from '../../fixtures/start-test-server.ts'
import { type QuickAccount, quickAccount } from '../money/quick-account.ts'

export interface OperatorWorld {
  readonly server: TestServer
  readonly nowMs: () => number
  readonly pass: (ms: number) => void
  /** Sessions that have proved a second factor, and when. */
  readonly proved: Map<string, number>
  readonly operator: QuickAccount
  /** Somebody else who is logged in. */
  person(): Promise<QuickAccount>
  /** The operator calls; a fresh key where the call needs one. */
  act<Input, Data>(call: Call<Input, Data>, input: Input, key?: string): Promise<Data>
  refusal<Input, Data>(call: Call<Input, Data>, input: Input, key?: string): Promise<string>
  /** The record, the oldest first. */
  acts(): Promise<(typeof operatorAct.$inferSelect)[]>
}

export const OPERATOR_EMAIL = 'operator@example.org'

/** A server with one operator who may do everything. */
export async function openOperatorWorld(options: TestServerOptions = {}): Promise<OperatorWorld> {
  let nowMs = Date.now()
  const proved = new Map<string, number>()
  const server = await startTestServer({
    listen: false,
    nowMs: () => nowMs,
    secondFactor: { provedAtMs: async (sessionId) => proved.get(sessionId) ?? null },
    ...options,
    config: { operatorAccounts: [OPERATOR_EMAIL], welcomePointsVisitor: 100, ...options.config },
  })
  const clock = { server, nowMs: () => nowMs }
  const operator = await quickAccount(clock, 'operator')
  for (const { id } of await server.database.db.select({ id: session.id }).from(session)) proved.set(id, nowMs)
  const keyOf = (call: Pick<Call, 'idempotent'>, key?: string) => (call.idempotent === true ? { idempotencyKey: key ?? randomUUID() } : {})
  return {
    ...clock,
    pass: (ms) => (nowMs += ms),
    proved,
    operator,
    person: () => quickAccount(clock),
    act: (call, input, key) => operator.client.get(call, input, keyOf(call, key)),
    refusal: async (call, input, key) => (await operator.client.refusal(call, input, keyOf(call, key))).code,
    acts: () => server.database.db.select().from(operatorAct).orderBy(asc(operatorAct.seq)),
  }
}
