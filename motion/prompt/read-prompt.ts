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
  /** The target of the camera: x and y are -0.5..0.5 of the picture's width and height. Null if the prompt names no target. */
  readonly focus: { readonly x: number; readonly y: number } | null
  readonly distortions: readonly DistortionKind[]
  readonly overlays: readonly OverlayKind[]
  readonly grade: GradeName | null
  /** Requests that are not supported, in the prompt's own words. */
  readonly unmet: readonly UnmetRequest[]
}

const PAN_NOUNS =
  /\b(?:frying|sauce|baking|cake|iron|skillet|bread|wok)\s*-?pans?\b|\bpan (?:flute|pipe)s?\b|\bpeter pan\b|\bpans?\s+(?:of|with|on|full)\b/g
/**
 * An order such as "move the camera left". It is rewritten as "camera move left", with spaces in front that preserve the length, so that
 * positions in the text stay valid.
 */
const CAMERA_ORDER = /\b((?:mov|pull|push|tilt|pan|orbit|circl|slid|track|truck|doll|zoom|fly|rotat)\w*) the camera\b/g
/** Words before and after an overlay's word that only request it, such as "add" or "appears". They are not reported as unmet. */
const ADDING_BEFORE = /(?:\b(?:add|insert)(?:s|ing)?\s+(?:[\w-]+\s+){0,3}?)?(?:\b(?:fly|danc)ing\s+)?$/
const ACTS_AFTER = /^\s+(?:fly|flies|flying|danc(?:e|es|ing)|appears?|appearing)\b/
const NEGATION_BEFORE = /\b(?:no|not|don'?t|do not|never|without|avoid)\s+(?:\w+\s+){0,4}$/

/** The number of characters before a request in which a negation is searched. */
const NEGATION_REACH = 80
const MOTION_WORDS = '(?:camera|motion|movement|move|shot|push|pull|pan|tilt|orbit|arc|dolly|zoom|truck|slide|track|crane|drift|parallax)'
const SLOW = new RegExp(
  `\\b(?:slowly|gently|calmly|softly|gradually)\\b|\\b(?:slow|gentle|calm|subtle|soft|gradual)(?:\\s+[\\w-]+){0,2}?\\s+${MOTION_WORDS}`,
)
const VERY_SLOW = /\b(?:very|extremely|super|ultra)[ -]slow(?:ly)?\b|\bbarely\b|\bimperceptibl[ey]\b/
const FAST = new RegExp(
  `\\b(?:quickly|rapidly|swiftly|dramatically)\\b|\\b(?:fast|quick|rapid|swift|dynamic|dramatic|energetic)(?:\\s+[\\w-]+){0,2}?\\s+${MOTION_WORDS}`,
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
  const match = FOCUS.exec(text)
  if (!match) return null
  const position = `${match[1] ?? ''} ${match[2] ?? ''}`
  const x = /left/.test(position) ? -FOCUS_SHIFT : /right/.test(position) ? FOCUS_SHIFT : 0
  const y = /upper|top|sky/.test(position) ? -FOCUS_SHIFT : /lower|bottom|foreground/.test(position) ? FOCUS_SHIFT : 0
  return { x, y }
}

/** The focus that terms of other languages than English name. Of two opposite sides, the first one counts. */
function focusOf(sides: readonly FocusSide[]): PromptIntent['focus'] {
  if (sides.length === 0) return null
  const shift = (negativeSide: FocusSide, positiveSide: FocusSide) => {
    const side = sides.find((sideOfAxis) => sideOfAxis === negativeSide || sideOfAxis === positiveSide)
    return side === undefined ? 0 : side === negativeSide ? -FOCUS_SHIFT : FOCUS_SHIFT
  }
  return { x: shift('focus-left', 'focus-right'), y: shift('focus-top', 'focus-bottom') }
}

/** The text with a part blanked out, so that no other rule matches the same words. */
function blankRange(text: string, start: number, end: number): string {
  return text.slice(0, start) + ' '.repeat(end - start) + text.slice(end)
}

type IsRefused = LanguageReading['isRefused']

function isRefused(text: string, match: RegExpExecArray, isRefusedElsewhere: IsRefused): boolean {
  const { index } = match
  return NEGATION_BEFORE.test(text.slice(Math.max(0, index - NEGATION_REACH), index)) || isRefusedElsewhere(index, index + match[0].length)
}

/** The text without the rules' matches, so that nothing supported is reported as unmet. */
function blankSupported(text: string, rules: readonly (readonly [RegExp, unknown])[], isRefusedElsewhere: IsRefused): string {
  let restText = text
  for (const [pattern] of rules) {
    const match = pattern.exec(text)
    if (!match || isRefused(text, match, isRefusedElsewhere)) continue
    const start = match.index - (ADDING_BEFORE.exec(text.slice(0, match.index))?.[0].length ?? 0)
    const end = match.index + match[0].length
    const actEnd = end + (ACTS_AFTER.exec(text.slice(end))?.[0].length ?? 0)
    restText = blankRange(restText, start, actEnd)
  }
  return restText
}

/** The kinds whose rules match the text, in the order of the rules. Negated matches are ignored. */
function readKinds<T>(text: string, rules: readonly (readonly [RegExp, T])[], isRefusedElsewhere: IsRefused): T[] {
  const matchingRules = rules.filter(([pattern]) => {
    const match = pattern.exec(text)
    return match !== null && !isRefused(text, match, isRefusedElsewhere)
  })
  return [...new Set(matchingRules.map(([, kind]) => kind))]
}

/** The moves of a text, and the text without their words. */
function readMoves(text: string, isRefusedElsewhere: IsRefused): { readonly moves: readonly RequestedMove[]; readonly restText: string } {
  let restText = text.replace(PAN_NOUNS, (match) => ' '.repeat(match.length))
  const moves = new Set<RequestedMove>()
  for (const [pattern, moveOf] of PROMPT_RULES) {
    const match = pattern.exec(restText)
    if (!match) continue
    if (!isRefused(restText, match, isRefusedElsewhere)) moves.add(moveOf(match))
    restText = blankRange(restText, match.index, match.index + match[0].length)
  }
  return { moves: [...moves], restText }
}

/** The prompt in its original case, blank where `restText` is blank, except for the `visibleTerms` words. */
function blankReadWords(spacedPrompt: string, restText: string, visibleTerms: readonly FoundTerm[]): string {
  if (spacedPrompt.length !== restText.length) return restText
  const unreadText = Array.from({ length: spacedPrompt.length }, (_, at) =>
    restText[at] === ' ' && spacedPrompt[at] !== '\n' ? ' ' : spacedPrompt[at],
  ).join('')
  return visibleTerms.reduce((text, { start, end }) => text.slice(0, start) + spacedPrompt.slice(start, end) + text.slice(end), unreadText)
}

/**
 * Parses a prompt (any case, English and the languages of `languages`): camera, light and weather. Other words are ignored or reported as
 * unmet. Rule: docs/motion.md, "Motion".
 */
export function readPrompt(prompt: string): PromptIntent {
  const spacedPrompt = prompt.replace(/[^\S\n]+/g, ' ')
  const text = spacedPrompt.toLowerCase().replaceAll('\n', ' ').replace(CAMERA_ORDER, '    camera $1')
  const languageReading = readLanguages(text)
  const { isRefused: isRefusedElsewhere } = languageReading
  const foreignIntent = intentOfTerms(languageReading.requests)
  const englishText = languageReading.allRequests.reduce((blanked, { start, end }) => blankRange(blanked, start, end), text)
  const { moves, restText } = readMoves(englishText, isRefusedElsewhere)
  const readRules = <T>(rules: readonly (readonly [RegExp, T])[]) => readKinds(restText, rules, isRefusedElsewhere)
  const visibleTerms = languageReading.allRequests.filter((term) => !namesMove(term))
  const unreadText = blankSupported(restText, [...OVERLAY_RULES, ...GRADE_RULES], isRefusedElsewhere)
  return {
    moves: [...new Set([...moves, ...foreignIntent.moves])],
    pace: readPace(text, languageReading.paces),
    focus: readFocus(restText) ?? focusOf(foreignIntent.sides),
    distortions: [...new Set([...readRules(DISTORTION_RULES), ...foreignIntent.distortions])],
    overlays: [...new Set([...readRules(OVERLAY_RULES), ...foreignIntent.overlays])],
    grade: readRules(GRADE_RULES)[0] ?? foreignIntent.grade,
    unmet: readUnmet(blankReadWords(spacedPrompt, restText, visibleTerms), unreadText, languageReading),
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

function intentOfTerms(terms: readonly FoundTerm[]) {
  const kindsIn = <T>(names: ReadonlyMap<string, T>) => terms.flatMap(({ kind }) => names.get(kind) ?? [])
  return {
    moves: kindsIn(MOVE_BY_NAME),
    distortions: kindsIn(DISTORTION_BY_NAME),
    overlays: kindsIn(OVERLAY_BY_NAME),
    grade: kindsIn(GRADE_BY_NAME)[0] ?? null,
    sides: kindsIn(SIDE_BY_NAME),
  }
}
