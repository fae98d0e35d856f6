import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findPredicates } from '../../../scripts/check/predicates.mjs'

let root: string
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'kinora-predicates-'))
  for (const realm of ['src', 'workers', 'server', 'motion', 'shared', 'tests']) mkdirSync(path.join(root, realm))
})
afterEach(() => rmSync(root, { recursive: true }))

const write = (file: string, ...lines: readonly string[]) => writeFileSync(path.join(root, file), lines.join('\n'))

test.each([
  ['a type predicate', 'export function isText(value: unknown): value is string {\n  return true\n}'],
  ['a type predicate', 'export const texts = (all: unknown[]) => all.filter((one): one is string => one !== null)'],
  ['a type predicate', 'export type Guard<T> = (value: unknown) => value is T'],
  ['a type predicate', 'export class Picture {\n  isReady(): this is Ready {\n    return true\n  }\n}'],
  ['an assertion signature', 'export function assertText(value: unknown): asserts value is string {}'],
  ['an assertion signature', 'export function assertTrue(value: unknown): asserts value {}'],
  ['z.custom', 'export const schema = z.custom<Order>((value) => value !== null)'],
])('%s is found, with its position: %s', (construct, code) => {
  write('workers/found.ts', '// first line', code)
  expect(findPredicates(root)).toEqual([expect.stringMatching(new RegExp(`^workers/found\\.ts:[234]: ${construct} claims a type`))])
})

test('each realm is checked, markup too', () => {
  const guard = 'export const isText = (value: unknown): value is string => value !== null'
  for (const file of ['src/a.tsx', 'workers/b.ts', 'server/c.ts', 'tests/d.ts']) write(file, guard)
  expect(findPredicates(root).map((problem) => problem.split(':')[0])).toEqual(['src/a.tsx', 'workers/b.ts', 'server/c.ts', 'tests/d.ts'])
})

test('a similar text is not found', () => {
  write('src/a.ts', '// the last one: it is a string', "export const hint = 'value is string'", 'export const custom = 1')
  write('src/b.ts', 'export function isText(value: unknown): boolean {', "  return typeof value === 'string'", '}')
  write('src/c.css', 'a: b is c')
  expect(findPredicates(root)).toEqual([])
})
