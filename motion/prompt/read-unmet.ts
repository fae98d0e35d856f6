import { SCRIPTS } from './languages/languages.ts'
import type { LanguageReading } from './read-languages.ts'
import { UNMET_REASONS, type UnmetReason, type UnmetRequest } from '../vocabulary/unmet-request.ts'

const POSSESSIVE = '(?:her|his|their|its|the|my|your)'

/** Words for requests that camera moves on a still picture cannot show. From specific to general. */
export const UNMET_RULES: readonly (readonly [RegExp, UnmetReason])[] = [
  [/\b(?:speak|talk|whisper|shout|scream|sing|recit)(?:s|ing|es)?\b|\bsays\b|\blip[ -]?sync\w*\b/, 'speaks'],
  [
    /\b(?:music(?! (?:video|festival|stand|hall|room))|soundtrack|sounds?|audio|song|voice ?over|narrat(?:ion|or)|sound effects?)\b/,
    'sound',
  ],
  [/\b(?:text|titles?|captions?|subtitles?|lettering|logo|watermark)\b/, 'writing'],
  [/\b(?:disappear|vanish|remove|delete|erase)(?:s|d|ing|es)?\b|\bfades? away\b/, 'vanishes'],
  [
    /\b(?:transform|morph|mutat|chang)(?:s|es|e|ing)?\b|\bturn(?:s|ing)? (?:\w+ ){0,4}?into\b|\b(?:become|becomes|becoming)\b|\b(?:she|he|they|it|who) ages?\b|\baging\b/,
    'changes',
  ],
  [
    /\b(?:appear|emerge|arriv|enter|explod|erupt)(?:s|e|es|ing)?\b|\b(?:add|insert|spawn)(?:s|ing)?\b|\b(?!(?:light|sunlight|sun|rays?|beams?)\b)\w+ comes? (?:in|out|into|from)\b/,
    'appears',
  ],
  [
    /\b(?:walk|runn?|danc|jump|smil|laugh|cry|cri|blink|nod|hug|kiss|eat|drink|swim|fight|climb|clap|wink|yawn|crawl|gallop|march|twirl|stretch|stroll|jog|bark|meow|bow)(?:s|e|es|ing)?\b/,
    'acts',
  ],
  [/\b(?:wav(?:e|es|ing)) (?:at|to|hello|goodbye|her|his|their)\b|\b(?:fly|flies|flying|flap|flaps|flapping)\b/, 'acts'],
  [
    new RegExp(
      `\\b(?:turn|turns|turning|shake|shakes|raise|raises|lift|lifts|move|moves|moving|open|opens|opening|close|closes|closing) ${POSSESSIVE} (?:\\w+ )?(?:head|eyes?|mouth|hands?|arms?|lips|face|wings?|tail|door|legs?)\\b`,
    ),
    'acts',
  ],
  [
    /\bturn(?:s|ing)? (?:at|up|down|around|back|away|to the camera)\b|\b(?:looks?|stands?|sits?|lies?) (?:up|down|around|back|away|to the camera)\b|\b(?:make|let|have) (?:\w+ ){1,3}?look\b/,
    'acts',
  ],
  [
    /\b(?:drive|drives|driving|ride|rides|riding|roll|rolls|rolling|flow|flows|flowing|crash|crashes|crashing|burn|burns|burning|flicker|flickers|flickering|grows?|growing)\b|\bflowers? (?:bloom|blooms|open|opens)\b/,
    'acts',
  ],
]

const MAX_WORDS_LENGTH = 60
const MAX_UNMET = 4
const CLAUSE_SEPARATOR = /[.,;:!?\n。、，；：！？،؛؟۔।]|\s(?:and|then|while|as|but)\s/
const NEGATION = /\b(?:no|not|nothing|don'?t|never|without|avoid)\b/
/** Phrases in which a word that is otherwise a verb is a noun. */
const NOUN_PHRASES =
  /\b(?:an?|with|in) (?:(?:big|beautiful|bright|warm|soft|gentle|slight|happy|kind|lovely|cold|cool|hot|red|blue|white|black|long|little|small|late|early) ){0,2}(?:smile|drink|bow|kiss|hug|stretch|march)\b/g

/** The whole clause if it is short enough, else its part from the match on, cut to `MAX_WORDS_LENGTH` between two words. */
function excerpt(clause: string, index: number): string {
  const clauseText = clause.replace(/\s+/g, ' ').trim()
  const excerptText = clauseText.length <= MAX_WORDS_LENGTH ? clauseText : clause.slice(index).replace(/\s+/g, ' ').trim()
  if (excerptText.length <= MAX_WORDS_LENGTH) return excerptText
  const shortened = excerptText.slice(0, MAX_WORDS_LENGTH)
  return SPACELESS.test(shortened) ? shortened.replace(BROKEN_END, '') : shortened.slice(0, Math.max(shortened.lastIndexOf(' '), 1))
}

/** Scripts in which a cut is possible between any two characters. */
const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const BROKEN_END = /[\uD800-\uDBFF]$/

const READ_SCRIPTS = Object.values(SCRIPTS)

/** True if most letters belong to scripts of unsupported languages. */
function isUnsupportedScript(prompt: string): boolean {
  const letters = prompt.match(/\p{L}/gu) ?? []
  const readableLetters = letters.filter((letter) => READ_SCRIPTS.some((script) => script.test(letter)))
  return letters.length > 0 && readableLetters.length * 2 < letters.length
}

/**
 * The requests of a prompt that this renderer cannot show, in order; each reason once. `unread` is the prompt in lower case, blank where a
 * request is met. `languageReading` holds the requests that the prompt makes in supported languages other than English.
 */
export function readUnmet(prompt: string, unread: string, languageReading: LanguageReading): UnmetRequest[] {
  if (isUnsupportedScript(prompt)) return [{ reason: 'language', words: '' }]
  const unmetByReason = new Map<string, UnmetRequest>()
  let clauseEnd = 0
  for (const clause of prompt.split(CLAUSE_SEPARATOR)) {
    const clauseStart = prompt.indexOf(clause, clauseEnd)
    clauseEnd = clauseStart + clause.length
    const words = unread.slice(clauseStart, clauseEnd).replace(NOUN_PHRASES, (thing) => ' '.repeat(thing.length))
    if (NEGATION.test(words) || languageReading.hasRefusal(clauseStart, clauseEnd)) continue
    for (const [pattern, reason] of UNMET_RULES) {
      const match = pattern.exec(words)
      if (!match || unmetByReason.has(reason)) continue
      unmetByReason.set(reason, { reason, words: excerpt(clause, match.index) })
    }
    for (const { kind, start: termStart } of languageReading.requests) {
      const reason = UNMET_REASONS.find((candidate) => candidate === kind)
      if (termStart < clauseStart || termStart >= clauseEnd || reason === undefined || unmetByReason.has(reason)) continue
      unmetByReason.set(reason, { reason, words: excerpt(clause, termStart - clauseStart) })
    }
  }
  return [...unmetByReason.values()].slice(0, MAX_UNMET)
}
