import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { MIGRATIONS } from '../fixtures/server/database-snapshot.ts'

/** Statements that do not break processes of the earlier build, which still answer while a new build starts. */
const ADDING_PATTERNS = [
  /^CREATE TABLE /,
  /^CREATE INDEX /,
  /^DROP INDEX /,
  /^CREATE TYPE /,
  // A new version of a trigger's function must also work for the rows of the earlier build.
  /^CREATE (?:OR REPLACE )?FUNCTION /,
  /^ALTER TABLE "\w+" ADD COLUMN (?!.*NOT NULL)/,
  /^ALTER TABLE "\w+" ADD COLUMN .* DEFAULT .* NOT NULL;?$/,
]
/** Statements that reject or change writes. They are allowed only for tables and columns that the earlier build does not know. */
const REJECTING_PATTERNS = [
  /^CREATE UNIQUE INDEX "\w+" ON (?<table>"\w+") /,
  /^ALTER TABLE (?<table>"\w+") ADD CONSTRAINT "\w+" FOREIGN KEY /,
  /^CREATE TRIGGER "\w+" .* ON (?<table>"\w+") /,
]
/**
 * Two migrations may create this index on an older table: before 0004_money.sql no row had an order, and the index in
 * 0021_refund_requests.sql rejects fewer rows than the earlier one.
 */
const EXCEPTED_INDEX = 'CREATE UNIQUE INDEX "ledger_payment_once" ON "ledger" '
const EXCEPTED_FILES = new Set(['0004_money.sql', '0021_refund_requests.sql'])

const files = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql') && !name.startsWith('0000_'))

function isHarmless(name: string, text: string, statement: string): boolean {
  if (ADDING_PATTERNS.some((pattern) => pattern.test(statement))) return true
  if (EXCEPTED_FILES.has(name) && statement.startsWith(EXCEPTED_INDEX)) return true
  const table = REJECTING_PATTERNS.flatMap((pattern) => pattern.exec(statement)?.groups?.['table'] ?? [])[0]
  if (table === undefined) return false
  const addedColumns = [...text.matchAll(new RegExp(`^ALTER TABLE ${table} ADD COLUMN ("\\w+")`, 'gm'))].map(([, column = '']) => column)
  return text.includes(`CREATE TABLE ${table} `) || addedColumns.some((column) => statement.includes(column))
}

it.each(files)('%s only adds what the earlier build supports', (name) => {
  const text = readFileSync(path.join(MIGRATIONS, name), 'utf8')
  const statements = text.split('--> statement-breakpoint').map((statement) => statement.trim())
  expect(statements.filter((statement) => !isHarmless(name, text, statement))).toEqual([])
})

it.each([
  'CREATE UNIQUE INDEX "one_video" ON "task" USING btree ("batch_id");',
  'ALTER TABLE "task" ADD CONSTRAINT "task_model" FOREIGN KEY ("model_name") REFERENCES "public"."model"("name");',
  'ALTER TABLE "task" DROP COLUMN "stage";',
])('%s would refuse the writes of the earlier build', (statement) => {
  expect(isHarmless('0099_next.sql', statement, statement)).toBe(false)
})
