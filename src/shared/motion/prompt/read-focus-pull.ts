import type { FocusPull } from '../motion-plan.ts'

/** What is nearest and farthest is in focus only nearly, so that more of the picture is sharp. */
const NEAR = 0.75
const FAR = 0.08
const REFUSED = /\b(?:no|not|don'?t|without|avoid)\s+(?:\w+\s+){0,3}$/
const PULL =
  /\b(?:rack(?:s|ing)?(?: the)?|pull(?:s|ing)?(?: the)?|shift(?:s|ing)?(?: the)?)[ -]focus\b|\bfocus[ -](?:pull|shift|rack)s?\b|\bfocus (?:shifts|moves|racks)\b/
const SHALLOW = /\bshallow (?:focus|depth of field)\b|\b(?:blurred|blurry|soft|out[ -]of[ -]focus) background\b/
const TO_FAR = /\b(?:to|onto|towards?) the (?:background|distance|horizon|far)\b|\bfrom the (?:foreground|front)\b/

/** The focus that a prompt in English asks for; null where it names none. Rule: docs/motion.md, "Measured depth". */
export function readFocusPull(prompt: string): FocusPull | null {
  const text = prompt.toLowerCase().replaceAll(/\s+/g, ' ')
  const isAsked = (pattern: RegExp) => {
    const words = pattern.exec(text)
    return words !== null && !REFUSED.test(text.slice(0, words.index))
  }
  if (isAsked(PULL)) return TO_FAR.test(text) ? { from: NEAR, to: FAR } : { from: FAR, to: NEAR }
  return isAsked(SHALLOW) ? { from: NEAR, to: NEAR } : null
}
