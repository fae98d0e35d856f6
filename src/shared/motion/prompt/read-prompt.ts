import type { DistortionKind } from '#shared/motion/distortions/distortion-kinds.ts'
import type { GradeName } from '#shared/motion/look/grades.ts'
import type { OverlayKind } from '#shared/motion/look/overlay-kinds.ts'
import { DISTORTION_RULES, GRADE_RULES, OVERLAY_RULES } from './prompt-rules.ts'
import { readUnmet } from '#shared/motion/prompt/read-unmet.ts'
import type { UnmetRequest } from './unmet-request.ts'
import { type RequestedMove, PROMPT_RULES } from '#shared/motion/prompt/prompt-rules.ts'

/** The intent of a prompt. */
export interface PromptIntent {
  /** Empty where the prompt names none. */
  readonly moves: readonly RequestedMove[]
  /** 1 is ordinary, below it slower, above it faster. */
  readonly pace: number
  /** The target of moves and orbits, each -0.5..0.5 of the picture's sides, or null. */
  readonly focus: { readonly x: number; readonly y: number } | null
  readonly distortions: readonly DistortionKind[]
  readonly overlays: readonly OverlayKind[]
  readonly grade: GradeName | null
  /** Requests that are not supported, in the prompt's own words. */
  readonly unmet: readonly UnmetRequest[]
}

const NO_PAN =
  /\b(?:frying|sauce|baking|cake|iron|skillet|bread|wok)\s*-?pans?\b|\bpan (?:flute|pipe)s?\b|\bpeter pan\b|\bpans?\s+(?:of|with|on|full)\b/g
/** Rewrites "move the camera left" as "camera move left", in the same length. */
const ORDERED = /\b((?:mov|pull|push|tilt|pan|orbit|circl|slid|track|truck|doll|zoom|fly|rotat)\w*) the camera\b/g
/** Words that introduce an addition to the scene, and what it then does. */
const ADDING = /(?:\b(?:add|insert)(?:s|ing)?\s+(?:[\w-]+\s+){0,3}?)?(?:\b(?:fly|danc)ing\s+)?$/
const ADDED_ACTS = /^\s+(?:fly|flies|flying|danc(?:e|es|ing)|appears?|appearing)\b/
const REFUSED = /\b(?:no|not|don'?t|do not|never|without|avoid)\s+(?:\w+\s+){0,4}$/

/** Characters before a request within which a negation is searched. */
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

function readPace(text: string): number {
  if (VERY_SLOW.test(text)) return PACE.verySlow
  if (SLOW.test(text)) return PACE.slow
  return FAST.test(text) ? PACE.fast : PACE.ordinary
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

/** The text with the match blanked out, so that no other rule matches the same words. */
function hide(text: string, words: RegExpExecArray): string {
  return text.slice(0, words.index) + ' '.repeat(words[0].length) + text.slice(words.index + words[0].length)
}

function isRefused(text: string, index: number): boolean {
  return REFUSED.test(text.slice(Math.max(0, index - REFUSAL_REACH), index))
}

/** The text without the rules' matches, so that nothing supported is reported as unmet. */
function withoutMet(text: string, rules: readonly (readonly [RegExp, unknown])[]): string {
  let rest = text
  for (const [pattern] of rules) {
    const words = pattern.exec(text)
    if (!words || isRefused(text, words.index)) continue
    const start = words.index - (ADDING.exec(text.slice(0, words.index))?.[0].length ?? 0)
    const end = words.index + words[0].length
    const stop = end + (ADDED_ACTS.exec(text.slice(end))?.[0].length ?? 0)
    rest = rest.slice(0, start) + ' '.repeat(stop - start) + rest.slice(stop)
  }
  return rest
}

/** The rules' matches in a text, in their order, without negated ones. */
function readAll<T>(text: string, rules: readonly (readonly [RegExp, T])[]): T[] {
  const found = rules.filter(([pattern]) => {
    const words = pattern.exec(text)
    return words !== null && !isRefused(text, words.index)
  })
  return [...new Set(found.map(([, kind]) => kind))]
}

/** The moves of a text, and the text without their words. */
function readMoves(whole: string): { readonly moves: readonly RequestedMove[]; readonly rest: string } {
  let rest = whole.replace(NO_PAN, (words) => ' '.repeat(words.length))
  const moves = new Set<RequestedMove>()
  for (const [pattern, moveOf] of PROMPT_RULES) {
    const words = pattern.exec(rest)
    if (!words) continue
    if (!isRefused(rest, words.index)) moves.add(moveOf(words))
    rest = hide(rest, words)
  }
  return { moves: [...moves], rest }
}

/** The prompt in its original case, blank where `rest` is. */
function withoutRead(plain: string, rest: string): string {
  if (plain.length !== rest.length) return rest
  return Array.from({ length: plain.length }, (_, at) => (rest[at] === ' ' && plain[at] !== '\n' ? ' ' : plain[at])).join('')
}

/** Parses a prompt (English, any case): camera, light and weather. Other words are ignored, or reported as unmet. */
export function readPrompt(prompt: string): PromptIntent {
  const plain = prompt.replace(/[^\S\n]+/g, ' ')
  const whole = plain.toLowerCase().replaceAll('\n', ' ').replace(ORDERED, '    camera $1')
  const { moves, rest } = readMoves(whole)
  return {
    moves,
    pace: readPace(whole),
    focus: readFocus(rest),
    distortions: readAll(rest, DISTORTION_RULES),
    overlays: readAll(rest, OVERLAY_RULES),
    grade: readAll(rest, GRADE_RULES)[0] ?? null,
    unmet: readUnmet(withoutRead(plain, rest), withoutMet(rest, [...OVERLAY_RULES, ...GRADE_RULES])),
  }
}
