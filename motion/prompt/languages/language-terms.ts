import type { DistortionKind } from '#motion/vocabulary/distortion-kinds.ts'
import type { GradeName } from '#motion/vocabulary/grades.ts'
import type { OverlayKind } from '#motion/vocabulary/overlay-kinds.ts'
import type { RequestedMove } from '#motion/vocabulary/moves.ts'
import type { UnmetReason } from '#motion/vocabulary/unmet-request.ts'

type SidedMove = `${'pan' | 'truck' | 'orbit'}-${'left' | 'right'}`
type HeightedMove = `tilt-${'up' | 'down'}` | 'rise' | 'sink'

/** Moves whose terms hold for either direction, with `$side` (left or right) or `$height` (up or down) in place of its words. */
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
 * `refused-before` and `refused-after` say by their place that a request beside them is not wanted, `but` ends that; `nothing` are words
 * around a term that take its meaning away ("rain coat"), and `mark` frequent words that tell the language from others of its script.
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

/** The kind of a found term: a key, with the direction in its place. */
export type TermKind = Exclude<TermKey, DirectedTerm> | SidedMove | HeightedMove

/**
 * The terms of one language, several to a key with commas between them. `*` stands for any ending of a word, `_` for up to four words
 * between two others (up to twelve characters where words are not spaced), `(a|b)` and `?` are as in regular expressions, and `$camera`,
 * `$side` and `$height` stand for `words`. A term begins with two letters, or with such a group of words.
 */
export interface LanguageTerms {
  readonly script: 'latin' | 'han' | 'arabic' | 'devanagari' | 'bengali' | 'cyrillic'
  /** False where no spaces stand between words. */
  readonly isSpaced: boolean
  /** Short words written together with the next one: a group of a regular expression. */
  readonly prefixes?: string
  readonly words: Readonly<Record<'camera' | 'left' | 'right' | 'up' | 'down', string>>
  readonly terms: Readonly<Record<TermKey, string>>
}
