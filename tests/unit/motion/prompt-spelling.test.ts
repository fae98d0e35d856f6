import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { FIRST_FRAME_WORDS, FIRST_PROMPT_WORDS } from '#shared/domain/prompt-words.ts'
import { foldText, compileTerms } from '#motion/prompt/languages/compile-terms.ts'
import { findTerms } from '#motion/prompt/languages/find-terms.ts'
import { LANGUAGES } from '#motion/prompt/languages/languages.ts'
import type { LanguageTerms } from '#motion/prompt/languages/language-terms.ts'
import { readLanguages } from '#motion/prompt/read-languages.ts'
import { readPrompt } from '#motion/prompt/read-prompt.ts'

function textOf(path: string): string {
  return readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
}

describe('a word counts in any spelling', () => {
  test.each([
    ['capital letters', 'LA CÁMARA SE ACERCA', 'push-in'],
    ['no accents', 'la camara se acerca', 'push-in'],
    ['accents as marks of their own', 'la cámara se acerca'.normalize('NFD'), 'push-in'],
    ['an umlaut as two letters', 'die Kamera naehert sich', 'push-in'],
    ['a sharp s as two letters', 'weisses Haus, heranzoomen', 'zoom-in'],
    ['a curly apostrophe', 'la caméra s’approche', 'push-in'],
    ['a Russian e with and without dots', 'камера едет вперед, приближаясь к ёлке', 'push-in'],
    ['Arabic with vowel signs', 'تَقْتَرِبُ الكَامِيرَا', 'push-in'],
    ['Arabic with a long stroke', 'تقـــترب الكامـــيرا', 'push-in'],
    ['another form of alef', 'تبتعد الكاميرا الى الوراء', 'pull-out'],
    ['Arabic words written together with others', 'وتبتعد الكاميرا', 'pull-out'],
    ['Urdu on an Arabic keyboard', 'كيمره پيچھے هٹے', 'pull-out'],
    ['Hindi without the dot below', 'जूम इन करो', 'zoom-in'],
    ['Hindi with the dot of its own', 'ज\u093Cूम इन करो', 'zoom-in'],
    ['traditional Chinese', '鏡頭慢慢拉遠', 'pull-out'],
    ['wide letters', 'Ｌａ ｃａｍａｒａ ｓｅ ａｃｅｒｃａ', 'push-in'],
    ['narrow katakana', 'ｽﾞｰﾑｲﾝ', 'zoom-in'],
    ['marks of direction', '\u202Bتقترب الكاميرا\u202C', 'push-in'],
    ['two languages', '镜头慢慢 zoom out', 'zoom-out'],
    ['an English word refused in another language', '不要zoom，镜头向左摇', 'pan-left'],
    ['a refused word before another one', 'sin zoom, la cámara se aleja', 'pull-out'],
    ['a refused word after another one', 'ज़ूम मत करो, कैमरा पीछे हटे', 'pull-out'],
    ['what "but" divides', 'kein Zoom aber Schwenk nach links', 'pan-left'],
  ])('%s', (_name, prompt, move) => {
    expect(readPrompt(prompt).moves).toEqual([move])
  })
})

describe('an unmet request', () => {
  test.each([
    ['Zoom lento. La mujer sonríe', [{ reason: 'acts', words: 'La mujer sonríe' }]],
    ['镜头慢慢推进，一条龙出现。加字幕', ['appears', 'writing'].map((reason, at) => ({ reason, words: ['一条龙出现', '加字幕'][at] }))],
    ['Камера отъезжает, Маша танцует', [{ reason: 'acts', words: 'Маша танцует' }]],
    ['الكاميرا ثابتة، الرجل يقول مرحبا', [{ reason: 'speaks', words: 'الرجل يقول مرحبا' }]],
    ['कैमरा पीछे हटे। औरत मुस्कुराती है', [{ reason: 'acts', words: 'औरत मुस्कुराती है' }]],
    ['カメラが近づく。犬が走る', [{ reason: 'acts', words: '犬が走る' }]],
  ])('"%s" is quoted in its own words', (prompt, unmet) => {
    expect(readPrompt(prompt).unmet).toEqual(unmet)
  })

  test('a long sentence without spaces is cut to 60 characters', () => {
    const [unmet] = readPrompt(`女人${'非常开心地'.repeat(20)}微笑着${'看着远方的大海'.repeat(12)}`).unmet
    expect(unmet?.words.length).toBe(60)
    expect(unmet?.words.startsWith('微笑')).toBe(true)
  })

  test.each(['카메라가 천천히 다가갑니다', 'กล้องค่อยๆ เข้าใกล้', 'η κάμερα πλησιάζει αργά', 'המצלמה מתקרבת'])(
    'the language of "%s" is not read',
    (prompt) => {
      expect(readPrompt(prompt).unmet).toEqual([{ reason: 'language', words: '' }])
    },
  )

  test.each(['猫', 'кошка', 'قطة', 'बिल्ली', 'বিড়াল', 'ねこ', 'بلی'])('"%s" only names contents', (prompt) => {
    expect(readPrompt(prompt).unmet).toEqual([])
  })
})

test('English sentences have no words of other languages', () => {
  const texts = Object.values(JSON.parse(textOf('public/locales/en/common.json')) as Record<string, string>)
  const sentences = [...texts, ...textOf('docs/motion.md').split('\n'), ...FIRST_PROMPT_WORDS, ...FIRST_FRAME_WORDS]
  const readings = sentences.map((sentence) => readLanguages(sentence.toLowerCase()))
  expect(readings.filter(({ requests, paces }) => requests.length > 0 || paces.size > 0)).toEqual([])
})

/** The limit of the CPU time for reading a text of twice the allowed length. Reading an ordinary text of this length needs 10 ms. */
const MAX_CPU_MS = 40
const TEXT_LENGTH = 4_000
const TRIES = 3

describe.each(Object.entries(LANGUAGES))('the terms of %s', (_code, language) => {
  const lists = Object.values(language.terms)

  test('do not block the reader, however many there are', () => {
    const slowestTerm = findSlowestTerm(language, lists)
    expect(slowestTerm.ms).toBeLessThan(MAX_CPU_MS)
  })

  test('are all found alone', () => {
    const { byFirstLetters } = compileTerms(language)
    for (const terms of byFirstLetters.values()) for (const { pattern } of terms) expect(pattern().source).not.toBe('')
    const plainTerms = lists.flatMap((list) => list.split(/, */)).filter((term) => /^[\p{L}\p{M}' -]+$/u.test(term))
    const unfoundTerms = plainTerms.filter((term) => {
      const { text } = foldText(term)
      const { requests, modifiers } = findTerms(text, language)
      return ![...requests, ...modifiers].some(({ start, end }) => start === 0 && end === text.length)
    })
    expect(unfoundTerms).toEqual([])
  })

  test('are each in one list', () => {
    const terms = lists.flatMap((list) => list.split(/, */)).filter(Boolean)
    expect(terms.filter((term, at) => terms.indexOf(term) !== at && !REPEATED_TERMS.has(term))).toEqual([])
    expect(terms.filter((term) => foldText(term).text.trim() === '')).toEqual([])
  })
})

/** Negations that stand before or after the negated words. So they are in both lists: negations before words, and negations after words. */
const REPEATED_TERMS = new Set(['nicht', 'не надо', 'не нужно', '不要'])

/** Repeats the first term of each list in a long text. Returns the term whose text is read slowest, and the reading time. */
function findSlowestTerm({ words }: LanguageTerms, lists: readonly string[]): { readonly term: string; readonly ms: number } {
  const camera = words.camera.split('|')[0] ?? ''
  const terms = [camera, ...lists.map((list) => (list.split(',')[0] ?? '').replaceAll('$camera', camera).replaceAll(/[*_()|?]/g, ' '))]
  return terms
    .flatMap((term) => [term, `${term} `])
    .map((term) => ({ term, ms: shortestReadingMs(term.repeat(Math.ceil(TEXT_LENGTH / Math.max(1, term.length))).slice(0, TEXT_LENGTH)) }))
    .reduce((most, next) => (next.ms > most.ms ? next : most))
}

/** The shortest of several reading times, because a garbage collection may extend a single one. */
function shortestReadingMs(text: string): number {
  const times = Array.from({ length: TRIES }, () => {
    const usageBefore = process.cpuUsage()
    readPrompt(text)
    const { user, system } = process.cpuUsage(usageBefore)
    return (user + system) / 1000
  })
  return Math.min(...times)
}
