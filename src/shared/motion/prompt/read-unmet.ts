import type { UnmetWish } from '#shared/motion/prompt/unmet-wish.ts'
import { UNMET_RULES } from '#shared/motion/prompt/unmet-rules.ts'

const MAX_WORDS_LENGTH = 60
const MAX_WISHES = 4
const CLAUSES = /[.,;:!?\n]|\s(?:and|then|while|as|but)\s/
const REFUSED = /\b(?:no|not|nothing|don'?t|never|without|avoid)\b/
/** Words for an act that here name a thing. */
const THINGS =
  /\b(?:an?|with|in) (?:(?:big|beautiful|bright|warm|soft|gentle|slight|happy|kind|lovely|cold|cool|hot|red|blue|white|black|long|little|small|late|early) ){0,2}(?:smile|drink|bow|kiss|hug|stretch|march)\b/g

/** The part of a clause from the words that were found on, at most so long and not cut within a word. */
function excerpt(clause: string, index: number): string {
  const whole = clause.replace(/\s+/g, ' ').trim()
  const rest = whole.length <= MAX_WORDS_LENGTH ? whole : clause.slice(index).replace(/\s+/g, ' ').trim()
  if (rest.length <= MAX_WORDS_LENGTH) return rest
  const cut = rest.slice(0, MAX_WORDS_LENGTH)
  return cut.slice(0, Math.max(cut.lastIndexOf(' '), 1))
}

/** True when most letters are of a script that none of our words is written in. */
function isForeign(prompt: string): boolean {
  const letters = prompt.match(/\p{L}/gu)?.length ?? 0
  const latin = prompt.match(/\p{Script=Latin}/gu)?.length ?? 0
  return letters > 0 && latin * 2 < letters
}

/**
 * What a prompt asks for that this renderer cannot show, in the order of the prompt; each reason once. `unread` is the prompt in small
 * letters, blank where a wish has been met.
 */
export function readUnmet(prompt: string, unread: string): UnmetWish[] {
  if (isForeign(prompt)) return [{ reason: 'language', words: '' }]
  const wishes = new Map<string, UnmetWish>()
  let at = 0
  for (const clause of prompt.split(CLAUSES)) {
    const start = prompt.indexOf(clause, at)
    at = start + clause.length
    const words = unread.slice(start, at).replace(THINGS, (thing) => ' '.repeat(thing.length))
    if (REFUSED.test(words)) continue
    for (const [pattern, reason] of UNMET_RULES) {
      const found = pattern.exec(words)
      if (!found || wishes.has(reason)) continue
      wishes.set(reason, { reason, words: excerpt(clause, found.index) })
    }
  }
  return [...wishes.values()].slice(0, MAX_WISHES)
}
