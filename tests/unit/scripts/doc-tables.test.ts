import { expect, test } from 'vitest'
import { findOwnerProblems, findUnsaid } from '../../../scripts/check/doc-tables.mjs'
import { fillTables, findMarkerProblems, tableText } from '../../../scripts/docs/markers.mjs'
import { numbersOf, numberText } from '../../../scripts/docs/numbers.mjs'

const PAGE = 'Before.\n\n<!-- table: prices -->\n<!-- end -->\n\nAfter.\n'
const TABLES = { prices: tableText(['', '4s'], [['480p', '50']]) }

test('a table is written between its markers, and writing it again changes nothing', () => {
  const writtenPage = fillTables(PAGE, TABLES)
  expect(writtenPage).toBe('Before.\n\n<!-- table: prices -->\n\n| | 4s |\n|---|---|\n| 480p | 50 |\n\n<!-- end -->\n\nAfter.\n')
  expect(fillTables(writtenPage, TABLES)).toBe(writtenPage)
  expect(findMarkerProblems('docs/create.md', writtenPage, TABLES)).toEqual([])
})

test('a table that is older than the constants, one without a marker and one without a writer are found', () => {
  const olderPage = fillTables(PAGE, TABLES).replace('50', '55')
  expect(findMarkerProblems('docs/create.md', olderPage, TABLES)).toEqual([
    'docs/create.md: its table prices is older than what it is made from: run `npm run docs`.',
  ])
  expect(findMarkerProblems('docs/create.md', PAGE, {})).toEqual([expect.stringContaining('nothing writes its table prices')])
  expect(findMarkerProblems('docs/create.md', '', TABLES)).toEqual([expect.stringContaining('has no place for the table prices')])
})

test('a cell retains its bars', () => {
  expect(tableText(['a | b'], [['']])).toBe('| a \\| b |\n|---|\n| |')
})

test.each([
  [3000, 'MS', '3 s'],
  [2900, 'MS', '2.9 s'],
  [150, 'MS', '150 ms'],
  [0, 'MS', '0 ms'],
  [946_684_800_000, 'DATE', '2000-01-01'],
  [253_402_300_799_999, 'DATE', '9999-12-31'],
  [86_400_000, 'MS', '1 day'],
  [31_536_000, 'S', '365 days'],
  [5, 'SECONDS', '5 s'],
  [20 * 2 ** 20, 'BYTES', '20 MiB'],
  [1000, 'BYTES', '1000 bytes'],
  [16_777_216, 'PX', '16,777,216 px'],
  [10, 'PER_HOUR', '10 in an hour'],
  [0.12, undefined, '0.12'],
])('%d of unit %s is shown as %s', (value, unit, text) => {
  expect(numberText(value, unit)).toBe(text)
})

test('numbers use the first sentence of their own comment, without the unit in the value', () => {
  const source = [
    '/** How long a draft is kept, in ms: a day. Rule: docs/create.md, "Outbox". */',
    'export const DRAFT_RETENTION_MS = 86_400_000',
    'export const TRIES = 3',
    '/** A step, in px of the canvas. More is said here. */',
    'export const STEP_PX = 10',
    '/** From the first to the last. */',
    'export const PAUSE_MS = { minMs: 10_000, maxMs: 300_000 } as const',
    'export const WIDTHS = [320, 640] as const',
    "export const NAME = 'kinora'",
    'export const FITTED: View = { zoom: 1 }',
    '/** The first moment, in ms since 1970. */',
    'export const EARLIEST_MS = 0',
  ].join('\n')
  const exports = {
    DRAFT_RETENTION_MS: 86_400_000,
    TRIES: 3,
    STEP_PX: 10,
    PAUSE_MS: { minMs: 10_000, maxMs: 300_000 },
    WIDTHS: [320, 640],
    NAME: 'kinora',
    FITTED: { zoom: 1 },
    EARLIEST_MS: 0,
  }
  expect(numbersOf(source, exports)).toEqual([
    { name: 'DRAFT_RETENTION_MS', value: '1 day', decides: 'How long a draft is kept: a day' },
    { name: 'TRIES', value: '3', decides: '' },
    { name: 'STEP_PX', value: '10 px', decides: 'A step, in px of the canvas' },
    { name: 'PAUSE_MS', value: 'min 10 s, max 5 min', decides: 'From the first to the last' },
    { name: 'WIDTHS', value: '320, 640', decides: '' },
    { name: 'FITTED', value: 'zoom 1', decides: '' },
    { name: 'EARLIEST_MS', value: '1970-01-01', decides: 'The first moment' },
  ])
})

test('each file of rules belongs to one page', () => {
  expect(findOwnerProblems(['price.ts'], { create: ['price'] })).toEqual([])
  expect(findOwnerProblems(['price.ts', 'task.ts'], { create: ['price'] })).toEqual([
    'shared/domain/task.ts belongs to no page: name it in RULE_FILES of scripts/nouns.mjs.',
  ])
  expect(findOwnerProblems(['price.ts'], { create: ['price', 'price', 'lost'] })).toEqual([
    'scripts/nouns.mjs names price.ts twice.',
    'scripts/nouns.mjs names shared/domain/lost.ts, which does not exist.',
  ])
})

test('a constant without a comment is named', () => {
  const table = tableText(
    ['constant', 'value', 'decides'],
    [
      ['`SAID`', '1', 'Something'],
      ['`UNSAID_MS`', '1 s', ''],
    ],
  )
  expect(findUnsaid('docs/create.md', table)).toEqual(['docs/create.md: nothing says what UNSAID_MS decides: write a comment above it.'])
})
