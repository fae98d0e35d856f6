import { describe, expect, test } from 'vitest'
import { MAX_PROMPT_LENGTH } from '#shared/domain/generation-options.ts'
import { readPrompt } from '#motion/prompt/read-prompt.ts'
import type { PromptIntent } from '#motion/prompt/read-prompt.ts'
import { ARABIC_PHRASES } from '../../fixtures/prompts/arabic.ts'
import { BENGALI_PHRASES } from '../../fixtures/prompts/bengali.ts'
import { CHINESE_PHRASES } from '../../fixtures/prompts/chinese.ts'
import { FRENCH_PHRASES } from '../../fixtures/prompts/french.ts'
import { GERMAN_PHRASES } from '../../fixtures/prompts/german.ts'
import { HINDI_PHRASES } from '../../fixtures/prompts/hindi.ts'
import { INDONESIAN_PHRASES } from '../../fixtures/prompts/indonesian.ts'
import { JAPANESE_PHRASES } from '../../fixtures/prompts/japanese.ts'
import type { NativePhrases } from '../../fixtures/prompts/native-phrases.ts'
import { PORTUGUESE_PHRASES } from '../../fixtures/prompts/portuguese.ts'
import { RUSSIAN_PHRASES } from '../../fixtures/prompts/russian.ts'
import { SPANISH_PHRASES } from '../../fixtures/prompts/spanish.ts'
import { URDU_PHRASES } from '../../fixtures/prompts/urdu.ts'

const PHRASES: Readonly<Record<string, NativePhrases>> = {
  Chinese: CHINESE_PHRASES,
  Hindi: HINDI_PHRASES,
  Spanish: SPANISH_PHRASES,
  French: FRENCH_PHRASES,
  Arabic: ARABIC_PHRASES,
  Bengali: BENGALI_PHRASES,
  Portuguese: PORTUGUESE_PHRASES,
  Russian: RUSSIAN_PHRASES,
  Urdu: URDU_PHRASES,
  Indonesian: INDONESIAN_PHRASES,
  German: GERMAN_PHRASES,
  Japanese: JAPANESE_PHRASES,
}

const PACES: Readonly<Record<string, number>> = { verySlow: 0.4, slow: 0.65, fast: 1.5 }
const SIDES: Readonly<Record<string, readonly ['x' | 'y', number]>> = {
  'focus-left': ['x', -0.28],
  'focus-right': ['x', 0.28],
  'focus-top': ['y', -0.28],
  'focus-bottom': ['y', 0.28],
}

/** The names of all controls that the reader has found in a prompt. */
function namesOf({ moves, pace, focus, distortions, overlays, grade, unmet }: PromptIntent): string[] {
  return [
    ...moves,
    ...distortions,
    ...overlays,
    ...(grade === null ? [] : [grade]),
    ...unmet.map(({ reason }) => reason),
    ...Object.keys(PACES).filter((name) => PACES[name] === pace),
    ...Object.entries(SIDES).flatMap(([name, [axis, shift]]) => (focus?.[axis] === shift ? [name] : [])),
  ]
}

const MOVES = /^(?:push|pull|zoom|dolly|pan|tilt|truck|rise|sink|orbit|still)/

describe.each(Object.entries(PHRASES))('%s', (_language, { notOrders, ...phrases }) => {
  test.each(Object.entries(phrases).flatMap(([control, list]) => list.split(' / ').map((phrase) => [control, phrase] as const)))(
    'asks for %s: %s',
    (control, phrase) => {
      const names = namesOf(readPrompt(phrase))
      expect(names).toContain(control)
      const isMove = MOVES.test(control)
      expect(isMove ? names.filter((name) => MOVES.test(name)) : names.filter((name) => name === control)).toEqual([control])
    },
  )

  test.each(notOrders.split(' / '))('asks for nothing: %s', (phrase) => {
    expect(namesOf(readPrompt(phrase))).toEqual([])
  })
})

test('a term at the end of the longest prompt is found', () => {
  const term = 'schwenk nach links'
  const prompt = 'ein Haus '.repeat(MAX_PROMPT_LENGTH).slice(0, MAX_PROMPT_LENGTH - term.length - 1)
  expect(readPrompt(`${prompt} ${term}`).moves).toEqual(['pan-left'])
})
