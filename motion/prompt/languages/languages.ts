import { ARABIC } from './arabic.ts'
import { BENGALI } from './bengali.ts'
import { CHINESE } from './chinese.ts'
import { FRENCH } from './french.ts'
import { GERMAN } from './german.ts'
import { HINDI } from './hindi.ts'
import { INDONESIAN } from './indonesian.ts'
import { JAPANESE } from './japanese.ts'
import type { LanguageTerms } from './language-terms.ts'
import { PORTUGUESE } from './portuguese.ts'
import { RUSSIAN } from './russian.ts'
import { SPANISH } from './spanish.ts'
import { URDU } from './urdu.ts'

/**
 * The languages besides English in which prompts can be written. If two languages match a prompt equally well, the first one counts.
 * Rule: docs/motion.md, "Motion".
 */
export const LANGUAGES: Readonly<Record<string, LanguageTerms>> = {
  zh: CHINESE,
  hi: HINDI,
  es: SPANISH,
  fr: FRENCH,
  ar: ARABIC,
  bn: BENGALI,
  pt: PORTUGUESE,
  ru: RUSSIAN,
  ur: URDU,
  id: INDONESIAN,
  de: GERMAN,
  ja: JAPANESE,
}

/** A pattern of each script's letters. */
export const SCRIPTS: Readonly<Record<LanguageTerms['script'], RegExp>> = {
  latin: /\p{Script=Latin}/u,
  han: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  arabic: /\p{Script=Arabic}/u,
  devanagari: /\p{Script=Devanagari}/u,
  bengali: /\p{Script=Bengali}/u,
  cyrillic: /\p{Script=Cyrillic}/u,
}

/** Frequent English words. A text in Latin letters is English unless another language has a higher score. */
export const ENGLISH_MARK =
  /\b(?:the|an?|and|of|with|to|from|in|on|into|is|are|for|over|through|while|by|at|his|hers?|its|it|this|that|slow(?:ly)?|gentl[ey]|soft(?:ly)?|towards?|around|without|not|very|up|down|left|right|out)\b/g
