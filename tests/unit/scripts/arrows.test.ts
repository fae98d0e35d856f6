import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findBrokenArrows, findCycles } from '../../../scripts/check/arrows.mjs'

const REALMS = [
  {
    folder: 'server/',
    base: ['database', 'verbs'],
    nouns: { billing: [], account: ['billing'] },
    rooms: { billing: ['ledger', 'orders'] },
  },
]

let root: string

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'arrows-'))
  for (const realm of ['src', 'workers', 'server', 'motion', 'shared']) mkdirSync(path.join(root, realm))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** Writes source files. Each one imports the files of its list. */
function write(files: Readonly<Record<string, readonly string[]>>): void {
  for (const [file, imports] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), imports.map((specifier) => `import type {} from '${specifier}'\n`).join(''))
  }
}

const brokenArrows = () => findBrokenArrows(root, REALMS)

test('a noun imports the public files of the nouns that it uses, and the ground floor', () => {
  write({ 'server/account/me.ts': ['#server/billing/membership.ts', '#server/verbs/verb.ts', './me-rows.ts'] })
  expect(brokenArrows()).toEqual([])
})

test('a noun that it does not use is refused', () => {
  write({ 'server/billing/membership.ts': ['#server/account/me.ts'] })
  expect(brokenArrows()).toEqual([
    'server/billing/membership.ts must not import server/account/me.ts: billing does not use account (scripts/nouns.mjs).',
  ])
})

test('a subfolder of another noun is private', () => {
  write({ 'server/account/me.ts': ['#server/billing/orders/create-pay-order.ts'] })
  expect(brokenArrows()).toEqual([
    'server/account/me.ts must not import server/billing/orders/create-pay-order.ts: a subfolder of billing is private to it.',
  ])
})

test('the ground floor uses no noun, and its folders have an order', () => {
  write({ 'server/verbs/verb.ts': ['#server/billing/membership.ts'], 'server/database/rows.ts': ['#server/verbs/verb.ts'] })
  expect(brokenArrows()).toEqual([
    'server/database/rows.ts must not import server/verbs/verb.ts: database stands below verbs (scripts/nouns.mjs).',
    'server/verbs/verb.ts must not import server/billing/membership.ts: verbs belongs to the ground floor, which knows no noun (scripts/nouns.mjs).',
  ])
})

test('folders inside a noun have one direction', () => {
  write({
    'server/billing/ledger/append.ts': ['../orders/create-pay-order.ts'],
    'server/billing/orders/create-pay-order.ts': ['../ledger/append.ts'],
  })
  expect(brokenArrows()).toEqual([
    'server/billing/ledger/append.ts must not import server/billing/orders/create-pay-order.ts: ledger stands below orders in billing (scripts/nouns.mjs).',
  ])
})

test('a path up through the folders is refused, except to package.json', () => {
  write({ 'server/boot/main.ts': ['../../package.json', '../../shared/result.ts'] })
  expect(brokenArrows()).toEqual(['server/boot/main.ts: ../../shared/result.ts: use #shared, #src, #workers or #server.'])
})

test('motion is self-contained', () => {
  write({ 'motion/plan.ts': ['#shared/api/generation.ts'] })
  expect(brokenArrows()).toEqual([
    'motion/plan.ts must not import shared/api/generation.ts: motion knows no product, so it stands on itself.',
  ])
})

test('a circle of files is found', () => {
  write({ 'shared/a.ts': ['./b.ts'], 'shared/b.ts': ['./a.ts'] })
  expect(findCycles(root)[0]).toBe('import cycle: shared/a.ts -> shared/b.ts -> shared/a.ts')
})

test('a circle of folders is found at every level, of types too, where no file is part of one', () => {
  write({
    'src/tasks/list/rows.ts': ['../sheet/form.ts'],
    'src/tasks/list/names.ts': [],
    'src/tasks/sheet/form.ts': [],
    'src/tasks/sheet/title.ts': ['../list/names.ts'],
  })
  expect(findCycles(root)).toEqual([
    'circle in src/tasks/: list -> sheet -> list (src/tasks/list/rows.ts imports src/tasks/sheet/form.ts; src/tasks/sheet/title.ts imports src/tasks/list/names.ts)',
  ])
})

test('files of one folder that use each other in one direction are no circle', () => {
  write({ 'src/tasks/rows.ts': ['./sheet/form.ts'], 'src/tasks/sheet/form.ts': ['../names.ts'], 'src/tasks/names.ts': [] })
  expect(findCycles(root)).toEqual([])
})
