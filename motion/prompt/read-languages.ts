import { foldText } from './languages/compile-terms.ts'
import { type FoundTerm, type FoundTerms, findTerms } from './languages/find-terms.ts'
import { ENGLISH_MARK, LANGUAGES, SCRIPTS } from './languages/languages.ts'
import type { LanguageTerms, PromptPace, TermKind } from './languages/language-terms.ts'

/** The requests of a prompt in other languages than English. Positions are UTF-16 units of the prompt. */
export interface LanguageReading {
  /** The found requests that are not negated. `nothing` terms are included. */
  readonly requests: readonly FoundTerm[]
  /** All found requests, including negated ones; English words are not searched in them. */
  readonly allRequests: readonly FoundTerm[]
  readonly paces: ReadonlySet<PromptPace>
  /** True if words of languages other than English negate the range from `start` to before `end`. */
  isRefused(this: void, start: number, end: number): boolean
  /** True if a negating word occurs between both positions. */
  hasRefusal(this: void, start: number, end: number): boolean
}

interface ScriptReading extends FoundTerms {
  readonly language: LanguageTerms
}

const EMPTY_READING: LanguageReading = {
  requests: [],
  allRequests: [],
  paces: new Set(),
  isRefused: () => false,
  hasRefusal: () => false,
}

/** The number of UTF-16 units of a prompt that are parsed, from its start. */
const MAX_READ_LENGTH = 2000

/** Requests and paces are a stronger sign of a language than frequent words. */
const CONTENT_SCORE = 2
const OTHER_SCORE = 1

/** The largest distance between a request and its negation: in words, or in characters in languages without spaces. */
const REACH_BEFORE = { spaced: 4, unspaced: 6 }
const REACH_AFTER = { spaced: 2, unspaced: 6 }
const CLAUSE_SEPARATOR = /[.,;:!?\n。、，；：！？،؛؟۔।]/
const PACES: ReadonlyMap<TermKind, PromptPace> = new Map((['verySlow', 'slow', 'fast'] as const).map((pace) => [pace, pace]))

/**
 * How well a text matches a language. `score` counts requests and paces twice and other known words once. `length` is the total length of
 * the requests and paces.
 */
function scoreOf({ requests, modifiers }: FoundTerms): { readonly score: number; readonly length: number } {
  const contentTerms = [...requests, ...modifiers.filter(({ kind }) => PACES.has(kind))]
  const otherCount = requests.length + modifiers.length - contentTerms.length
  return {
    score: contentTerms.length * CONTENT_SCORE + otherCount * OTHER_SCORE,
    length: contentTerms.reduce((sum, { start, end }) => sum + end - start, 0),
  }
}

/**
 * The terms of the best matching language of a script. A language in Latin letters needs a higher score than English, and at least one
 * request or pace.
 */
function readScript(text: string, script: LanguageTerms['script']): ScriptReading | null {
  const isLatin = script === 'latin'
  let bestReading: ScriptReading | null = null
  let [bestScore, bestLength] = isLatin ? [text.match(ENGLISH_MARK)?.length ?? 0, Infinity] : [-1, -1]
  for (const language of Object.values(LANGUAGES)) {
    if (language.script !== script) continue
    const reading = { language, ...findTerms(text, language) }
    const { score, length } = scoreOf(reading)
    if (isLatin && length === 0) continue
    if (score > bestScore || (score === bestScore && length > bestLength)) [bestReading, bestScore, bestLength] = [reading, score, length]
  }
  return bestReading
}

function readText(text: string): ScriptReading[] {
  const scripts = Object.keys(SCRIPTS) as LanguageTerms['script'][]
  return scripts.flatMap((script) => (SCRIPTS[script].test(text) ? (readScript(text, script) ?? []) : []))
}

function isNear(text: string, { isSpaced }: LanguageTerms, reach: typeof REACH_BEFORE): boolean {
  if (CLAUSE_SEPARATOR.test(text)) return false
  return isSpaced ? text.split(' ').filter(Boolean).length <= reach.spaced : text.trim().length <= reach.unspaced
}

/** True if a modifier before or after a range negates it, within a short distance and without a "but" in between. */
function isRefusedIn(text: string, { language, modifiers }: ScriptReading, start: number, end: number): boolean {
  const hasNoBut = (from: number, to: number) => !modifiers.some(({ kind, ...but }) => kind === 'but' && but.start >= from && but.end <= to)
  return modifiers.some((modifier) => {
    if (!modifier.kind.startsWith('refused')) return false
    if (modifier.start >= start && modifier.end <= end) return true
    if (modifier.kind === 'refused-before') {
      return modifier.start < start && isNear(text.slice(modifier.end, start), language, REACH_BEFORE) && hasNoBut(modifier.end, start)
    }
    return modifier.start >= end && isNear(text.slice(end, modifier.start), language, REACH_AFTER) && hasNoBut(end, modifier.start)
  })
}

/** Parses a prompt in lower case by the tables of `languages`; in each script by the language that matches best. */
export function readLanguages(prompt: string): LanguageReading {
  const { text, origins } = foldText(prompt.slice(0, MAX_READ_LENGTH))
  const readings = readText(text)
  if (readings.length === 0) return EMPTY_READING
  const toSource = ({ kind, start, end }: FoundTerm): FoundTerm => ({ kind, start: origins[start] ?? 0, end: origins[end] ?? 0 })
  const sourceReadings = readings.map((reading) => ({
    language: reading.language,
    requests: reading.requests.map(toSource),
    modifiers: reading.modifiers.map(toSource),
  }))
  const isRefused = (start: number, end: number) => sourceReadings.some((reading) => isRefusedIn(prompt, reading, start, end))
  const modifiers = sourceReadings.flatMap((reading) => reading.modifiers)
  const allRequests = sourceReadings.flatMap(({ requests }) => requests).toSorted((a, b) => a.start - b.start)
  return {
    allRequests,
    requests: allRequests.filter(({ start, end }) => !isRefused(start, end)),
    paces: new Set(modifiers.flatMap(({ kind }) => PACES.get(kind) ?? [])),
    isRefused,
    hasRefusal: (start, end) =>
      modifiers.some((modifier) => modifier.kind.startsWith('refused') && modifier.start >= start && modifier.end <= end),
  }
}
