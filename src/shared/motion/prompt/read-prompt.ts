import type { WishedMove } from '#shared/motion/prompt/prompt-rules.ts'
import { PROMPT_RULES } from '#shared/motion/prompt/prompt-rules.ts'

/** What a prompt asks of the camera. */
export interface CameraWish {
  /** Empty when the prompt names none. */
  readonly moves: readonly WishedMove[]
  /** 1 is ordinary; below it slower, above it faster. */
  readonly pace: number
  /** The point to move to or around, each -0.5..0.5 of the picture's sides, or null. */
  readonly focus: { readonly x: number; readonly y: number } | null
}

const NO_PAN = /\b(?:frying|sauce|baking|cake|iron|skillet|bread|wok)\s*-?pans?\b|\bpans?\s+(?:of|with|on|full)\b/g
const REFUSED = /\b(?:no|not|don'?t|do not|never|without|avoid)\s+(?:\w+\s+){0,4}$/

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
  /\b(?:on|at|towards?|into|around|to) the (?:(upper|top|lower|bottom)\s*-?\s*)?(left|right|top|bottom|sky|foreground|horizon)\b/

function readFocus(text: string): CameraWish['focus'] {
  const words = FOCUS.exec(text)
  if (!words) return null
  const tall = `${words[1] ?? ''} ${words[2] ?? ''}`
  const x = /left/.test(tall) ? -FOCUS_SHIFT : /right/.test(tall) ? FOCUS_SHIFT : 0
  const y = /upper|top|sky/.test(tall) ? -FOCUS_SHIFT : /lower|bottom|foreground/.test(tall) ? FOCUS_SHIFT : 0
  return { x, y }
}

/** The text with the match blanked out, so that no other rule reads the same words. */
function hide(text: string, words: RegExpExecArray): string {
  return text.slice(0, words.index) + ' '.repeat(words[0].length) + text.slice(words.index + words[0].length)
}

/** Reads the camera's language out of a prompt (English, any case). Words that name no camera move are left to the picture. */
export function readPrompt(prompt: string): CameraWish {
  const whole = prompt.toLowerCase().replace(/\s+/g, ' ')
  let text = whole.replace(NO_PAN, (words) => ' '.repeat(words.length))
  const moves = new Set<WishedMove>()
  for (const [pattern, moveOf] of PROMPT_RULES) {
    const words = pattern.exec(text)
    if (!words) continue
    if (!REFUSED.test(text.slice(0, words.index))) moves.add(moveOf(words))
    text = hide(text, words)
  }
  return { moves: [...moves], pace: readPace(whole), focus: readFocus(text) }
}
