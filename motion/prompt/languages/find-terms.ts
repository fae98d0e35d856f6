import { type CompiledTerm, type CompiledTerms, compileTerms } from './compile-terms.ts'
import type { LanguageTerms, TermKind } from './language-terms.ts'

/** A term in a folded text, from `start` to before `end`. */
export interface FoundTerm {
  readonly kind: TermKind
  readonly start: number
  readonly end: number
}

/** The terms of a text in order: requests, which never overlap, and the modifiers that have an effect, between or within requests. */
export interface FoundTerms {
  readonly requests: readonly FoundTerm[]
  readonly modifiers: readonly FoundTerm[]
}

/** Kinds that may occur within a request ("the camera slowly moves in"). */
const MODIFIERS: ReadonlySet<TermKind> = new Set(['verySlow', 'slow', 'fast', 'refused-before', 'refused-after', 'but', 'mark'])
const NO_LETTER = /[^\p{L}\p{M}]/u

const compiledTerms = new WeakMap<LanguageTerms, CompiledTerms>()

function compiledTermsOf(language: LanguageTerms): CompiledTerms {
  const terms = compiledTerms.get(language) ?? compileTerms(language)
  compiledTerms.set(language, terms)
  return terms
}

/** The positions at which a term may start: each character, or each word with and without its prefix. */
function* termStarts(text: string, { isSpaced }: LanguageTerms, { prefixes }: CompiledTerms): Generator<number> {
  for (let at = 0; at < text.length; at++) {
    if (isSpaced && at > 0 && !NO_LETTER.test(text[at - 1] ?? '')) continue
    yield at
    if (prefixes === null) continue
    prefixes.lastIndex = at
    const length = prefixes.exec(text)?.[0].length ?? 0
    for (let letters = 1; letters <= length; letters++) yield at + letters
  }
}

/** The terms that start with the letters at a position. Terms of one letter are found by their only letter. */
function candidatesAt(text: string, start: number, { byFirstLetters, firstLetters }: CompiledTerms): readonly CompiledTerm[] {
  const oneLetterTerms = byFirstLetters.get(text.slice(start, start + 1)) ?? []
  return firstLetters === 1 ? oneLetterTerms : [...(byFirstLetters.get(text.slice(start, start + firstLetters)) ?? []), ...oneLetterTerms]
}

function longerOf(current: FoundTerm | null, next: FoundTerm): FoundTerm {
  return current === null || next.end > current.end ? next : current
}

/**
 * Finds the terms of a language. Of several requests at one position, the longest counts; of several modifiers, all of the longest length.
 */
export function findTerms(text: string, language: LanguageTerms): FoundTerms {
  const terms = compiledTermsOf(language)
  const requests: FoundTerm[] = []
  const modifiers: FoundTerm[] = []
  for (const start of termStarts(text, language, terms)) {
    const candidates = candidatesAt(text, start, terms)
    if (candidates.length === 0) continue
    let request: FoundTerm | null = null
    let longestModifiers: FoundTerm[] = []
    const isOverlapping = start < (requests.at(-1)?.end ?? 0)
    for (const { kind, pattern: patternOf } of candidates) {
      if (isOverlapping && !MODIFIERS.has(kind)) continue
      const pattern = patternOf()
      pattern.lastIndex = start
      const length = pattern.exec(text)?.[0].length ?? 0
      if (length === 0) continue
      const foundTerm = { kind, start, end: start + length }
      if (!MODIFIERS.has(kind)) request = longerOf(request, foundTerm)
      else if (longestModifiers[0] === undefined || longestModifiers[0].end <= foundTerm.end)
        longestModifiers = [...longestModifiers.filter(({ end }) => end === foundTerm.end), foundTerm]
    }
    if (request !== null) requests.push(request)
    if (start >= (modifiers.at(-1)?.end ?? 0)) modifiers.push(...longestModifiers)
  }
  return { requests, modifiers: modifiers.filter((modifier) => !requests.some((request) => isSwallowed(modifier, request))) }
}

/**
 * Whether a modifier has no effect because it is part of a request: the negation in "without camera movement" (`still`), and any modifier
 * except a `mark` in a `nothing` term.
 */
function isSwallowed({ kind, start, end }: FoundTerm, request: FoundTerm): boolean {
  const isWithin = start >= request.start && end <= request.end
  if (request.kind === 'nothing') return start < request.end && end > request.start && kind !== 'mark'
  return request.kind === 'still' && isWithin && kind.startsWith('refused')
}
