import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findDuplicates } from '../../../scripts/check/duplicates.mjs'

const SIX_LINES = ['display: grid;', 'gap: 1px;', 'width: 2px;', 'height: 3px;', 'color: red;', 'margin: 0;']

let root: string
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'kinora-duplicates-'))
  for (const realm of ['src', 'workers', 'server', 'motion', 'shared']) mkdirSync(path.join(root, realm))
})
afterEach(() => rmSync(root, { recursive: true }))

const write = (file: string, ...lines: readonly string[]) => writeFileSync(path.join(root, file), lines.join('\n'))
const findAllExcept = (allowedPairs: Record<string, string> = {}) => findDuplicates(root, allowedPairs)

test('six lines in two files are found, with both positions', () => {
  write('src/a.css', '.one {', ...SIX_LINES, '}')
  write('server/b.ts', 'first', 'second', ...SIX_LINES, 'last')
  expect(findAllExcept()).toEqual(['src/a.css:2-7 and server/b.ts:3-8 are the same 6 lines of code: put them in one place.'])
})

test('a longer run is one, and five lines are none', () => {
  write('src/a.tsx', ...SIX_LINES, 'seventh')
  write('workers/b.ts', ...SIX_LINES, 'seventh')
  write('server/c.ts', ...SIX_LINES.slice(1))
  expect(findAllExcept()).toEqual(['src/a.tsx:1-7 and workers/b.ts:1-7 are the same 7 lines of code: put them in one place.'])
})

test('one file may have both copies, which do not overlap', () => {
  write('src/a.css', ...SIX_LINES, '.two {', ...SIX_LINES)
  write('src/same.css', ...Array.from({ length: 11 }, () => 'same'))
  expect(findAllExcept()).toEqual(['src/a.css:1-6 and src/a.css:8-13 are the same 6 lines of code: put them in one place.'])
})

test('blank lines, comments, brackets and spaces make no difference', () => {
  const [firstLine = '', ...otherLines] = SIX_LINES
  write('src/a.css', ...SIX_LINES)
  write('src/b.css', `    ${firstLine.replace(' ', '   ')}`, '', '}', '/* of two', '   lines */', '// one', ...otherLines)
  expect(findAllExcept()).toHaveLength(1)
})

test('imports are no code', () => {
  const imports = [
    ...SIX_LINES.map((_, index) => `import { name${index} } from './file.ts'`),
    'import {',
    '  a,',
    '  b,',
    '  c,',
    '  d,',
    "} from './e.ts'",
  ]
  write('src/a.ts', ...imports)
  write('src/b.ts', ...imports)
  expect(findAllExcept()).toEqual([])
})

test('an allowed pair is left out, until it shares nothing any more', () => {
  write('src/a.css', ...SIX_LINES)
  write('src/b.css', ...SIX_LINES)
  const allowedPairs = { 'src/a.css ~ src/b.css': 'a reason' }
  expect(findAllExcept(allowedPairs)).toEqual([])
  write('src/b.css', ...SIX_LINES.slice(1))
  expect(findAllExcept(allowedPairs)).toEqual([expect.stringMatching(/^src\/a\.css ~ src\/b\.css share no 6 lines any more/)])
})
