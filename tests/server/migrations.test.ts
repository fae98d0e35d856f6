import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { MIGRATIONS } from '../fixtures/server/database-snapshot.ts'

/** While a new build starts, processes of the one before still answer: what they read and write has to stay. */
const ADDS = [
  /^CREATE TABLE /,
  /^CREATE (?:UNIQUE )?INDEX /,
  /^DROP INDEX /,
  /^CREATE TYPE /,
  // A new body of a trigger's function serves the rows of the build before, too.
  /^CREATE (?:OR REPLACE )?FUNCTION /,
  /^ALTER TABLE "\w+" ADD CONSTRAINT "\w+" FOREIGN KEY /,
  /^ALTER TABLE "\w+" ADD COLUMN (?!.*NOT NULL)/,
  /^ALTER TABLE "\w+" ADD COLUMN .* DEFAULT .* NOT NULL;?$/,
]

const files = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql') && !name.startsWith('0000_'))

it.each(files)('%s only adds what the build before can live with', (name) => {
  const text = readFileSync(path.join(MIGRATIONS, name), 'utf8')
  const statements = text.split('--> statement-breakpoint').map((statement) => statement.trim())
  // A trigger changes what writes do, which nobody does yet to a table of the same migration.
  const isOfNewTable = (statement: string) => {
    const table = /^CREATE TRIGGER "\w+" .* ON ("\w+") /.exec(statement)?.[1]
    return table !== undefined && text.includes(`CREATE TABLE ${table} `)
  }
  expect(statements.filter((statement) => !ADDS.some((allowed) => allowed.test(statement)) && !isOfNewTable(statement))).toEqual([])
})
