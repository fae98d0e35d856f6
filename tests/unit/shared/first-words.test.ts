import { expect, test } from 'vitest'
import { firstWords, creationName, DESCRIPTION_CHARS, itemDescription, TITLE_WORDS_CHARS } from '#shared/domain/item-head.ts'

test.each([
  ['', 10, ''],
  ['  slow \n push  in ', 20, 'slow push in'],
  ['exactly ten', 11, 'exactly ten'],
  ['slow push in over the peaks', 14, 'slow push in…'],
  ['slow push in, over', 14, 'slow push in…'],
  ['abcdefghij', 4, 'abcd…'],
  ['🌊🌊🌊🌊', 2, '🌊🌊…'],
  ['山'.repeat(5), 5, '山'.repeat(5)],
])('the first words of %j in %d characters are %j', (text, maxChars, words) => {
  expect(firstWords(text, maxChars)).toBe(words)
})

test('a title has 40 characters of a creation’s words, a description 160', () => {
  expect([TITLE_WORDS_CHARS, DESCRIPTION_CHARS]).toEqual([40, 160])
  expect(creationName('x'.repeat(50))).toBe(`${'x'.repeat(40)}…`)
  expect(itemDescription('x'.repeat(200))).toBe(`${'x'.repeat(160)}…`)
})
