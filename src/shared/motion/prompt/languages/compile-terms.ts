import { foldText } from '../fold-text.ts'
import type { LanguageTerms, TermKey, TermKind } from './language-terms.ts'

/** A term as a sticky pattern over folded text, made when it is first needed: most terms never are. */
export interface CompiledTerm {
  readonly kind: TermKind
  readonly pattern: () => RegExp
}

/** The terms of a language by the letters that they begin with. */
export interface CompiledTerms {
  readonly firstLetters: number
  readonly byStart: ReadonlyMap<string, readonly CompiledTerm[]>
  /** Matches the prefixes at a word's start, where the language has any. */
  readonly prefixes: RegExp | null
}

type Direction = keyof Omit<LanguageTerms['words'], 'camera'>

const DIRECTIONS: Readonly<Partial<Record<TermKey, readonly (readonly [TermKind, Direction])[]>>> = {
  'pan-side': [
    ['pan-left', 'left'],
    ['pan-right', 'right'],
  ],
  'truck-side': [
    ['truck-left', 'left'],
    ['truck-right', 'right'],
  ],
  'orbit-side': [
    ['orbit-left', 'left'],
    ['orbit-right', 'right'],
  ],
  'tilt-height': [
    ['tilt-up', 'up'],
    ['tilt-down', 'down'],
  ],
  'crane-height': [
    ['rise', 'up'],
    ['sink', 'down'],
  ],
}

/** The kinds of a key with the words in the place of its direction; the key itself where it has none. */
function kindsOf(key: TermKey): readonly (readonly [TermKind, Direction | null])[] {
  return DIRECTIONS[key] ?? [[key as TermKind, null]]
}

const GAP = { spaced: '(?:\\s+[^\\s.,;:!?]+){0,4}?\\s+', unspaced: '[^\\s.,;:!?。、]{0,12}?' }
/** Letters and marks of the scripts, folded. Unicode's own classes would be exact, and take milliseconds to compile in each pattern. */
const LETTER =
  '[a-z\\u00aa\\u00b5\\u00ba\\u00c0-\\u02af\\u0370-\\u03ff\\u0400-\\u0481\\u0483-\\u052f\\u05d0-\\u05ea\\u0610-\\u061a\\u0620-\\u065f\\u066e-\\u06d3\\u06d5-\\u06dc' +
  '\\u06df-\\u06e8\\u06ea-\\u06ef\\u06fa-\\u06ff\\u0900-\\u0963\\u0971-\\u09e3\\u09f0\\u09f1\\u3041-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7a3]'
const FIRST_LETTERS = { spaced: 2, unspaced: 1 }

function patternOf(term: string, { isSpaced, prefixes }: LanguageTerms): RegExp {
  const source = term
    .replaceAll('*', `${LETTER}*`)
    .replaceAll(/[äöü]/g, (umlaut) => `${foldText(umlaut).text}e?`)
    .replaceAll(/ ?_ ?/g, isSpaced ? `${GAP.spaced}${optional(prefixes)}` : GAP.unspaced)
    .replaceAll(' ', `\\s+${optional(prefixes)}`)
  return new RegExp(isSpaced ? `(?:${source})(?!${LETTER})` : source, 'y')
}

function optional(prefixes: string | undefined): string {
  return prefixes === undefined ? '' : `(?:${prefixes})?`
}

/** Folds what a table spells, without the umlauts, which have two spellings. */
function foldTerm(term: string): string {
  return term.replaceAll(/[^äöü]+/g, (part) => foldText(part).text)
}

/** The letters that a term may begin with: those of each alternative where it begins with a group. */
function startsOf(term: string, letters: number): string[] {
  if (!term.startsWith('(')) return [foldText(term.slice(0, letters)).text.slice(0, letters)]
  const { alternatives, rest } = splitGroup(term)
  return alternatives.flatMap((alternative) => startsOf(alternative + rest, letters))
}

/** The alternatives of the group that a term begins with, and what follows it. */
function splitGroup(term: string): { readonly alternatives: string[]; readonly rest: string } {
  const alternatives = ['']
  let depth = 0
  let at = 0
  for (; at < term.length; at++) {
    const character = term[at] ?? ''
    if (character === ')') depth--
    if (depth === 0 && at > 0) break
    if (character === '|' && depth === 1) alternatives.push('')
    else if (at > 0) alternatives.push((alternatives.pop() ?? '') + character)
    if (character === '(') depth++
  }
  return { alternatives, rest: term.slice(at + 1) }
}

/** Compiles a table of terms. Terms are matched from the letters they begin with, so that a word meets few patterns. */
export function compileTerms(language: LanguageTerms): CompiledTerms {
  const { words, terms, isSpaced, prefixes } = language
  const firstLetters = isSpaced ? FIRST_LETTERS.spaced : FIRST_LETTERS.unspaced
  const byStart = new Map<string, CompiledTerm[]>()
  const add = (kind: TermKind, spelled: string) => {
    let made: RegExp | null = null
    const compiled = { kind, pattern: () => (made ??= patternOf(foldTerm(spelled), language)) }
    for (const start of new Set(startsOf(spelled, firstLetters))) byStart.set(start, [...(byStart.get(start) ?? []), compiled])
  }
  const { nothing, ...others } = terms
  for (const [key, list] of Object.entries({ nothing, ...others }) as [TermKey, string][]) {
    for (const term of list.split(/, */).filter(Boolean)) {
      const spelled = term.replaceAll('$camera', `(${words.camera})`)
      for (const [kind, way] of kindsOf(key)) add(kind, way === null ? spelled : spelled.replace(/\$(?:side|height)/, `(${words[way]})`))
    }
  }
  return { firstLetters, byStart, prefixes: prefixes === undefined ? null : new RegExp(foldTerm(prefixes), 'y') }
}
