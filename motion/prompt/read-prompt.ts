import { type DistortionKind, DISTORTION_KINDS } from '../vocabulary/distortion-kinds.ts'
import { type GradeName, GRADES } from '../vocabulary/grades.ts'
import { type OverlayKind, OVERLAY_KINDS } from '../vocabulary/overlay-kinds.ts'
import { DISTORTION_RULES, GRADE_RULES, OVERLAY_RULES, PROMPT_RULES } from './prompt-rules.ts'
import type { FoundTerm } from './languages/find-terms.ts'
import type { FocusSide, PromptPace } from './languages/language-terms.ts'
import { type LanguageReading, readLanguages } from './read-languages.ts'
import { readUnmet } from './read-unmet.ts'
import type { UnmetRequest } from '../vocabulary/unmet-request.ts'
import { type RequestedMove, MOVES } from '../vocabulary/moves.ts'

export interface PromptIntent {
  /** The requested camera moves; empty if the prompt names none. */
  readonly moves: readonly RequestedMove[]
  /** The pace of the camera: 1 is ordinary, below it is slower, above it is faster. */
  readonly pace: number
  /** The target of moves and orbits: x and y are -0.5..0.5 of the picture's width and height. Null if the prompt names no target. */
  readonly focus: { readonly x: number; readonly y: number } | null
  readonly distortions: readonly DistortionKind[]
  readonly overlays: readonly OverlayKind[]
  readonly grade: GradeName | null
  /** Requests that are not supported, in the prompt's own words. */
  readonly unmet: readonly UnmetRequest[]
}

const NO_PAN =
  /\b(?:frying|sauce|baking|cake|iron|skillet|bread|wok)\s*-?pans?\b|\bpan (?:flute|pipe)s?\b|\bpeter pan\b|\bpans?\s+(?:of|with|on|full)\b/g
/** Rewrites "move the camera left" as "camera move left". Spaces in front preserve the length, so that positions in the text stay valid. */
const ORDERED = /\b((?:mov|pull|push|tilt|pan|orbit|circl|slid|track|truck|doll|zoom|fly|rotat)\w*) the camera\b/g
/** Words before and after an overlay's word that only request it, such as "add" or "appears". They are not reported as unmet. */
const ADDING = /(?:\b(?:add|insert)(?:s|ing)?\s+(?:[\w-]+\s+){0,3}?)?(?:\b(?:fly|danc)ing\s+)?$/
const ADDED_ACTS = /^\s+(?:fly|flies|flying|danc(?:e|es|ing)|appears?|appearing)\b/
const REFUSED = /\b(?:no|not|don'?t|do not|never|without|avoid)\s+(?:\w+\s+){0,4}$/

/** The number of characters before a request in which a negation is searched. */
const REFUSAL_REACH = 80
const MOVING = '(?:camera|motion|movement|move|shot|push|pull|pan|tilt|orbit|arc|dolly|zoom|truck|slide|track|crane|drift|parallax)'
const SLOW = new RegExp(
  `\\b(?:slowly|gently|calmly|softly|gradually)\\b|\\b(?:slow|gentle|calm|subtle|soft|gradual)(?:\\s+[\\w-]+){0,2}?\\s+${MOVING}`,
)
const VERY_SLOW = /\b(?:very|extremely|super|ultra)[ -]slow(?:ly)?\b|\bbarely\b|\bimperceptibl[ey]\b/
const FAST = new RegExp(
  `\\b(?:quickly|rapidly|swiftly|dramatically)\\b|\\b(?:fast|quick|rapid|swift|dynamic|dramatic|energetic)(?:\\s+[\\w-]+){0,2}?\\s+${MOVING}`,
)
const PACE = { verySlow: 0.4, slow: 0.65, ordinary: 1, fast: 1.5 }

function readPace(text: string, paces: ReadonlySet<PromptPace>): number {
  if (VERY_SLOW.test(text) || paces.has('verySlow')) return PACE.verySlow
  if (SLOW.test(text) || paces.has('slow')) return PACE.slow
  return FAST.test(text) || paces.has('fast') ? PACE.fast : PACE.ordinary
}

const FOCUS_SHIFT = 0.28
const FOCUS =
  /\b(?:on|at|towards?|into|around|to) the (?:(upper|top|lower|bottom)(?:\s*-\s*|\s*))?(left|right|top|bottom|sky|foreground|horizon)\b/

function readFocus(text: string): PromptIntent['focus'] {
  const words = FOCUS.exec(text)
  if (!words) return null
  const tall = `${words[1] ?? ''} ${words[2] ?? ''}`
  const x = /left/.test(tall) ? -FOCUS_SHIFT : /right/.test(tall) ? FOCUS_SHIFT : 0
  const y = /upper|top|sky/.test(tall) ? -FOCUS_SHIFT : /lower|bottom|foreground/.test(tall) ? FOCUS_SHIFT : 0
  return { x, y }
}

/** The focus that terms of other languages than English name. Of two opposite sides, the first one counts. */
function focusOf(sides: readonly FocusSide[]): PromptIntent['focus'] {
  if (sides.length === 0) return null
  const shift = (less: FocusSide, more: FocusSide) => {
    const side = sides.find((named) => named === less || named === more)
    return side === undefined ? 0 : side === less ? -FOCUS_SHIFT : FOCUS_SHIFT
  }
  return { x: shift('focus-left', 'focus-right'), y: shift('focus-top', 'focus-bottom') }
}

/** The text with a part blanked out, so that no other rule matches the same words. */
function hide(text: string, start: number, end: number): string {
  return text.slice(0, start) + ' '.repeat(end - start) + text.slice(end)
}

type IsRefused = LanguageReading['isRefused']

function isRefused(text: string, words: RegExpExecArray, isRefusedElsewhere: IsRefused): boolean {
  const { index } = words
  return REFUSED.test(text.slice(Math.max(0, index - REFUSAL_REACH), index)) || isRefusedElsewhere(index, index + words[0].length)
}

/** The text without the rules' matches, so that nothing supported is reported as unmet. */
function withoutMet(text: string, rules: readonly (readonly [RegExp, unknown])[], isRefusedElsewhere: IsRefused): string {
  let rest = text
  for (const [pattern] of rules) {
    const words = pattern.exec(text)
    if (!words || isRefused(text, words, isRefusedElsewhere)) continue
    const start = words.index - (ADDING.exec(text.slice(0, words.index))?.[0].length ?? 0)
    const end = words.index + words[0].length
    const stop = end + (ADDED_ACTS.exec(text.slice(end))?.[0].length ?? 0)
    rest = hide(rest, start, stop)
  }
  return rest
}

/** The kinds whose rules match the text, in the order of the rules. Negated matches are ignored. */
function readAll<T>(text: string, rules: readonly (readonly [RegExp, T])[], isRefusedElsewhere: IsRefused): T[] {
  const found = rules.filter(([pattern]) => {
    const words = pattern.exec(text)
    return words !== null && !isRefused(text, words, isRefusedElsewhere)
  })
  return [...new Set(found.map(([, kind]) => kind))]
}

/** The moves of a text, and the text without their words. */
function readMoves(whole: string, isRefusedElsewhere: IsRefused): { readonly moves: readonly RequestedMove[]; readonly rest: string } {
  let rest = whole.replace(NO_PAN, (words) => ' '.repeat(words.length))
  const moves = new Set<RequestedMove>()
  for (const [pattern, moveOf] of PROMPT_RULES) {
    const words = pattern.exec(rest)
    if (!words) continue
    if (!isRefused(rest, words, isRefusedElsewhere)) moves.add(moveOf(words))
    rest = hide(rest, words.index, words.index + words[0].length)
  }
  return { moves: [...moves], rest }
}

/** The prompt in its original case, blank where `rest` is blank, except for the `shown` words. */
function withoutRead(plain: string, rest: string, shown: readonly FoundTerm[]): string {
  if (plain.length !== rest.length) return rest
  const unread = Array.from({ length: plain.length }, (_, at) => (rest[at] === ' ' && plain[at] !== '\n' ? ' ' : plain[at])).join('')
  return shown.reduce((text, { start, end }) => text.slice(0, start) + plain.slice(start, end) + text.slice(end), unread)
}

/**
 * Parses a prompt (any case, English and the languages of `languages`): camera, light and weather. Other words are ignored or reported as
 * unmet. Rule: docs/motion.md, "Motion".
 */
export function readPrompt(prompt: string): PromptIntent {
  const plain = prompt.replace(/[^\S\n]+/g, ' ')
  const whole = plain.toLowerCase().replaceAll('\n', ' ').replace(ORDERED, '    camera $1')
  const foreign = readLanguages(whole)
  const { isRefused: isRefusedElsewhere } = foreign
  const foreignIntent = intentOfTerms(foreign.requests)
  const english = foreign.allRequests.reduce((text, { start, end }) => hide(text, start, end), whole)
  const { moves, rest } = readMoves(english, isRefusedElsewhere)
  const read = <T>(rules: readonly (readonly [RegExp, T])[]) => readAll(rest, rules, isRefusedElsewhere)
  const shown = foreign.allRequests.filter((term) => !namesMove(term))
  const unread = withoutMet(rest, [...OVERLAY_RULES, ...GRADE_RULES], isRefusedElsewhere)
  return {
    moves: [...new Set([...moves, ...foreignIntent.moves])],
    pace: readPace(whole, foreign.paces),
    focus: readFocus(rest) ?? focusOf(foreignIntent.sides),
    distortions: [...new Set([...read(DISTORTION_RULES), ...foreignIntent.distortions])],
    overlays: [...new Set([...read(OVERLAY_RULES), ...foreignIntent.overlays])],
    grade: read(GRADE_RULES)[0] ?? foreignIntent.grade,
    unmet: readUnmet(withoutRead(plain, rest, shown), unread, foreign),
  }
}

const MOVE_BY_NAME = byName<RequestedMove>([...MOVES, 'orbit'])
const OVERLAY_BY_NAME = byName(OVERLAY_KINDS)
const DISTORTION_BY_NAME = byName(DISTORTION_KINDS)
const GRADE_BY_NAME = byName(Object.keys(GRADES) as GradeName[])
const SIDE_BY_NAME = byName<FocusSide>(['focus-left', 'focus-right', 'focus-top', 'focus-bottom'])

function byName<T extends string>(names: readonly T[]): ReadonlyMap<string, T> {
  return new Map(names.map((name) => [name, name]))
}

/** True for a term that names a camera move. */
function namesMove({ kind }: FoundTerm): boolean {
  return MOVE_BY_NAME.has(kind)
}

function intentOfTerms(found: readonly FoundTerm[]) {
  const named = <T>(names: ReadonlyMap<string, T>) => found.flatMap(({ kind }) => names.get(kind) ?? [])
  return {
    moves: named(MOVE_BY_NAME),
    distortions: named(DISTORTION_BY_NAME),
    overlays: named(OVERLAY_BY_NAME),
    grade: named(GRADE_BY_NAME)[0] ?? null,
    sides: named(SIDE_BY_NAME),
  }
}
