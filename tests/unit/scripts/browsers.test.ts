import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findTooNew } from '../../../scripts/check/browsers.mjs'

let root: string
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'kinora-browsers-'))
  for (const realm of ['src', 'workers', 'server', 'motion', 'shared']) mkdirSync(path.join(root, realm))
})
afterEach(() => rmSync(root, { recursive: true }))

const write = (file: string, ...lines: readonly string[]) => writeFileSync(path.join(root, file), lines.join('\n'))

test.each([
  ['AbortSignal.any', 'const signal = AbortSignal.any([one, other])'],
  ['URL.canParse', 'if (!URL.canParse(text)) stop()'],
  ['Promise.withResolvers', 'const { resolve } = Promise.withResolvers<void>()'],
  ['Object.groupBy', 'const days = Object.groupBy(all, dayOf)'],
  ['isSubsetOf', 'const isPart = names.isSubsetOf(all)'],
  ['map of an iterator', 'const names = kept.values().map(nameOf)'],
  ['toArray of an iterator', 'const found = text.matchAll(WORD).toArray()'],
  ['checkVisibility', 'const isSeen = element.checkVisibility()'],
])('%s is found in page and workers, with its position', (name, code) => {
  write('src/a.tsx', '// first line', code)
  write('workers/b.ts', code)
  write('server/c.ts', code)
  const problem = (position: string) => expect.stringContaining(`${position}: ${name} is not in the oldest browsers`) as string
  expect(findTooNew(root)).toEqual([problem('src/a.tsx:2'), problem('workers/b.ts:1')])
})

test('a similar text is not found', () => {
  write('src/a.ts', '// AbortSignal.any', "const hint = 'URL.canParse'", 'const texts = [...kept.values()].map(nameOf)')
  write('src/b.ts', 'const all = Object.values(kept).map(nameOf)', 'const isSeen = element.checkVisibility?.() ?? true')
  write('workers/c.ts', 'const limit = AbortSignal.timeout(1000)', 'const schema = z.union([one, other])')
  expect(findTooNew(root)).toEqual([])
})
