import type { DistortionKind } from '#motion/vocabulary/distortion-kinds.ts'
import type { GradeName } from '#motion/vocabulary/grades.ts'
import type { OverlayKind } from '#motion/vocabulary/overlay-kinds.ts'
import type { RequestedMove } from '#motion/vocabulary/moves.ts'
import type { UnmetReason } from '#motion/vocabulary/unmet-request.ts'

type SidedMove = `${'pan' | 'truck' | 'orbit'}-${'left' | 'right'}`
type HeightedMove = `tilt-${'up' | 'down'}` | 'rise' | 'sink'

/** Moves with terms for both directions; `$side` (left or right) or `$height` (up or down) is replaced by the words of each direction. */
export type DirectedTerm = 'pan-side' | 'truck-side' | 'orbit-side' | 'tilt-height' | 'crane-height'

export type PlainMove = Exclude<RequestedMove, SidedMove | HeightedMove> | 'pan-right' | 'tilt-up' | 'rise' | 'sink'
export type PromptOverlay = Extract<
  OverlayKind,
  'rain' | 'snow' | 'embers' | 'fog' | 'light-leaks' | 'grain' | 'bokeh' | 'confetti' | 'petals' | 'vignette' | 'glow' | 'letterbox'
>
export type PromptGrade = Exclude<GradeName, 'autumn' | 'emerald' | 'rose'>
export type PromptDistortion = Extract<DistortionKind, 'handheld' | 'shake' | 'heat-haze' | 'ripple' | 'sway'>
export type PromptPace = 'verySlow' | 'slow' | 'fast'
export type FocusSide = 'focus-left' | 'focus-right' | 'focus-top' | 'focus-bottom'
export type PromptUnmet = Exclude<UnmetReason, 'camera-between' | 'fixed-by-effect' | 'language'>

/**
 * A `refused-before` term negates a request after the term, a `refused-after` term a request before it. `but` ends a negation. `nothing`
 * are words around a term that change its meaning ("rain coat"). `mark` are frequent words that distinguish the language from others of its
 * script.
 */
type Grammar = 'refused-before' | 'refused-after' | 'but' | 'nothing' | 'mark'

export type TermKey =
  | DirectedTerm
  | PlainMove
  | PromptOverlay
  | PromptGrade
  | PromptDistortion
  | PromptPace
  | FocusSide
  | PromptUnmet
  | Grammar

/** The kind of a found term: a key, with its direction inserted. */
export type TermKind = Exclude<TermKey, DirectedTerm> | SidedMove | HeightedMove

/**
 * The terms of one language, comma-separated per key. `*` matches any ending of a word, `_` up to four words (in languages without spaces,
 * twelve characters). `(a|b)` and `?` are as in regular expressions; `$camera`, `$side` and `$height` insert `words`. A term starts with
 * two letters or with a group.
 */
export interface LanguageTerms {
  readonly script: 'latin' | 'han' | 'arabic' | 'devanagari' | 'bengali' | 'cyrillic'
  /** False for languages without spaces between words. */
  readonly isSpaced: boolean
  /** Short words that are joined to the next word: a group of a regular expression. */
  readonly prefixes?: string
  readonly words: Readonly<Record<'camera' | 'left' | 'right' | 'up' | 'down', string>>
  readonly terms: Readonly<Record<TermKey, string>>
}
