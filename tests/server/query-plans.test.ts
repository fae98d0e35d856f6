import type { PGlite } from '@electric-sql/pglite'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite'
import type { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { getHistory, queryBatch } from '#shared/api/generation.ts'
import { getTransactions } from '#shared/api/payments.ts'
import { getPoints } from '#shared/api/user.ts'
import { openTestDatabase } from '../fixtures/server/test-database.ts'
import { createInstantEngine } from '../fixtures/server/test-engines.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { type TestClient, commit, createVisitor, untilStatus, upload } from './client.ts'
import { quickAccount } from './money/quick-account.ts'

interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** The tables that grow with use. */
const GROWING_TABLES = ['task', 'batch', 'ledger', 'media', 'payment', 'invoice', 'pay_order', 'subscription', 'idempotency']

let server: TestServer
let visitor: TestClient
let image: string
let sentStatements: Statement[] = []

beforeAll(async () => {
  const database = await openTestDatabase()
  const logger = { logQuery: (text: string, values: unknown[]) => void sentStatements.push({ text, values }) }
  const { $client } = database.db as unknown as { readonly $client: PGlite | Pool }
  const db: Database = 'totalCount' in $client ? drizzlePostgres($client, { logger }) : drizzleEmbedded($client, { logger })
  const engine = createInstantEngine()
  server = await startTestServer({ listen: false, engine, database: { ...database, db }, config: { welcomePointsVisitor: 500 } })
  visitor = await createVisitor(server)
  image = await upload(visitor)
})
afterAll(() => server.close())
beforeEach(() => {
  sentStatements = []
})

it('a page of the history is read in order from an index, and its count without the rows', async () => {
  await visitor.get(getHistory, { curPage: 1, pageSize: 12, taskStatus: 'ALL' })
  const [pagePlan, countPlan] = await plansOf(/from "task"/)
  expect(pagePlan?.steps).toEqual(['Limit', 'Nested Loop', 'Index Scan task_history', 'Index Scan batch_pkey'])
  expect(countPlan?.steps).toEqual(['Aggregate', 'Index Only Scan task_count'])
})

it('a poll, a balance, a commit and the list of payments scan no table and sort nothing that an index has in order', async () => {
  const { batchId } = await commit(visitor, image)
  await untilStatus(visitor, batchId, 'SUCCESS')
  await visitor.get(queryBatch, { batchId })
  await visitor.get(getPoints, {})
  const { client } = await quickAccount({ server, nowMs: Date.now })
  await client.get(getTransactions, { type: 'PURCHASE' })
  await client.get(getTransactions, { type: 'SUBSCRIPTION' })
  const plans = await plansOf(new RegExp(`(?:from|join|update) "?(?:${GROWING_TABLES.join('|')})"?\\b`))
  expect(plans.length).toBeGreaterThan(10)
  expect(plans.filter(({ steps }) => steps.includes('Seq Scan') || steps.includes('Sort'))).toEqual([])
})

/**
 * Returns the database's plans for the sent statements that match the pattern, each as a list of its steps. Sequential scans and sorts are
 * turned off, so a plan that still has one shows a missing index.
 */
async function plansOf(pattern: RegExp): Promise<{ text: string; steps: string[] }[]> {
  const statements = sentStatements.filter(({ text }) => pattern.test(text) && !/^\s*insert .*\bvalues\b/s.test(text))
  const plans: { text: string; steps: string[] }[] = []
  for (const { text, values } of statements) {
    const statement = text.replaceAll(/\$(\d+)/g, (_, number: string) => toLiteral(values[Number(number) - 1]))
    const answer: unknown = await server.database.execute(
      `set enable_seqscan = off; set enable_sort = off; set enable_bitmapscan = off; explain (format json) ${statement}`,
      [],
    )
    const lastResult = [answer].flat().at(-1) as { readonly rows: readonly { readonly 'QUERY PLAN': readonly { readonly Plan: Step }[] }[] }
    plans.push({ text, steps: lastResult.rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => stepsOf(Plan))) })
  }
  return plans
}

interface Step {
  readonly 'Node Type': string
  readonly 'Index Name'?: string
  readonly Plans?: readonly Step[]
}

function stepsOf(step: Step): string[] {
  const index = step['Index Name']
  return [index === undefined ? step['Node Type'] : `${step['Node Type']} ${index}`, ...(step.Plans ?? []).flatMap(stepsOf)]
}

function toLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : JSON.stringify(value)
}
