import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ALLOWED, findPrivateWords } from '../../../scripts/check/words.mjs'

let root: string
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'kinora-words-'))
  for (const realm of ['src', 'workers', 'server', 'tests']) mkdirSync(path.join(root, realm))
})
afterEach(() => rmSync(root, { recursive: true }))

const write = (file: string, code: string) => writeFileSync(path.join(root, file), code)

test.each([
  ['src/told-form.ts', 'export const form = 1', 'src/told-form.ts: "told" in a path, say reported, tracked event or notified.'],
  ['workers/a.ts', 'export function openVault() {}', 'workers/a.ts: "vault" in the exported name openVault, say offline videos.'],
  ['server/a.ts', 'export const BEND_KINDS = []', 'server/a.ts: "bend" in the exported name BEND_KINDS, say distortion.'],
  ['server/b.ts', 'export interface Musicians {}', 'server/b.ts: "musician" in the exported name Musicians, say audio worker.'],
  ['tests/a.tsx', 'export const wishes = 1', 'tests/a.tsx: "wish" in the exported name wishes, say prefill or request.'],
  ['src/mark-book.ts', '', 'src/mark-book.ts: "markbook" in a path, say optimistic mutations.'],
  ['src/a.ts', 'const x = 1\nexport { x as heir }', 'src/a.ts: "heir" in the exported name heir, say focus fallback.'],
])('%s with %j is found', (file, code, sentence) => {
  write(file, code)
  expect(findPrivateWords(root, {})).toEqual([sentence])
})

test('a word counts whole, and only where another file can see it', () => {
  write('src/a.ts', "const told = 'told'\nexport const kitchen = told\nexport const isMirrored = true")
  write('src/b.ts', '// an heir\nexport const untold = 1\nexport const freelance = 1')
  expect(findPrivateWords(root, {})).toEqual([])
})

test('an exception stands for its own place, and only as long as something needs it', () => {
  write('src/mirror.ts', 'export const mirror = 1')
  expect(findPrivateWords(root, { 'src/mirror.ts mirror': 'a geometric one' })).toEqual([
    'src/mirror.ts: "mirror" in a path, say snapshot store.',
  ])
  expect(findPrivateWords(root, { 'src/mirror.ts': 'a', 'src/mirror.ts mirror': 'a', 'src/gone.ts': 'a' })).toEqual([
    'src/gone.ts is an exception of scripts/check/words.mjs that nothing needs any more.',
  ])
})

test('each exception gives its reason', () => {
  for (const reason of Object.values(ALLOWED)) expect(reason).toMatch(/\w/)
})
