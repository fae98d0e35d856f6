import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const SRC = new URL('../../../src/', import.meta.url)
const sheets = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.css'))
  .map((file) => ({ file, css: readFileSync(new URL(file, SRC), 'utf8') }))

/** Each match of `pattern` in the style sheets, with its file. */
function findMatches(pattern: RegExp): string[] {
  return sheets.flatMap(({ file, css }) => (css.match(pattern) ?? []).map((match) => `${file}: ${match}`))
}

test('heights follow the bars of a phone’s browser', () => {
  expect(findMatches(/[^;{}]*\b[\d.]+l?vh\b[^;}]*/g)).toEqual([])
})

test('no width includes the scroll bar', () => {
  expect(findMatches(/[^;{}]*\b(100vw|50vw)\b[^;}]*/g)).toEqual([])
})

test('no modal has rows that share an undefined height: WebKit gives them all the largest one', () => {
  expect(findMatches(/::backdrop/g).length).toBeGreaterThan(0)
  expect(findMatches(/\[open\] \{[^}]*grid-template-rows:[^;]*fr[^;]*/g)).toEqual([])
})
