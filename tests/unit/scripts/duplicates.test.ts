import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findDuplicates } from '../../../scripts/check/duplicates.mjs'

const SIX = ['display: grid;', 'gap: 1px;', 'width: 2px;', 'height: 3px;', 'color: red;', 'margin: 0;']

let root: string
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'kinora-duplicates-'))
  for (const realm of ['src', 'workers', 'server', 'motion', 'shared']) mkdirSync(path.join(root, realm))
})
afterEach(() => rmSync(root, { recursive: true }))

const write = (file: string, ...lines: readonly string[]) => writeFileSync(path.join(root, file), lines.join('\n'))
const find = (allowed: Record<string, string> = {}) => findDuplicates(root, allowed)

test('six lines in two files are found, with both positions', () => {
  write('src/a.css', '.one {', ...SIX, '}')
  write('server/b.ts', 'first', 'second', ...SIX, 'last')
  expect(find()).toEqual(['src/a.css:2-7 and server/b.ts:3-8 are the same 6 lines of code: put them in one place.'])
})

test('a longer run is one, and five lines are none', () => {
  write('src/a.tsx', ...SIX, 'seventh')
  write('workers/b.ts', ...SIX, 'seventh')
  write('server/c.ts', ...SIX.slice(1))
  expect(find()).toEqual(['src/a.tsx:1-7 and workers/b.ts:1-7 are the same 7 lines of code: put them in one place.'])
})

test('one file may have both copies, which do not overlap', () => {
  write('src/a.css', ...SIX, '.two {', ...SIX)
  write('src/same.css', ...Array.from({ length: 11 }, () => 'same'))
  expect(find()).toEqual(['src/a.css:1-6 and src/a.css:8-13 are the same 6 lines of code: put them in one place.'])
})

test('blank lines, comments, brackets and spaces make no difference', () => {
  const [first = '', ...rest] = SIX
  write('src/a.css', ...SIX)
  write('src/b.css', `    ${first.replace(' ', '   ')}`, '', '}', '/* of two', '   lines */', '// one', ...rest)
  expect(find()).toHaveLength(1)
})

test('imports are no code', () => {
  const imports = [
    ...SIX.map((_, at) => `import { name${at} } from './file.ts'`),
    'import {',
    '  a,',
    '  b,',
    '  c,',
    '  d,',
    "} from './e.ts'",
  ]
  write('src/a.ts', ...imports)
  write('src/b.ts', ...imports)
  expect(find()).toEqual([])
})

test('an allowed pair is left out, until it shares nothing any more', () => {
  write('src/a.css', ...SIX)
  write('src/b.css', ...SIX)
  const allowed = { 'src/a.css ~ src/b.css': 'a reason' }
  expect(find(allowed)).toEqual([])
  write('src/b.css', ...SIX.slice(1))
  expect(find(allowed)).toEqual([expect.stringMatching(/^src\/a\.css ~ src\/b\.css share no 6 lines any more/)])
})
