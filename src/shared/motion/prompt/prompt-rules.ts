import type { Move } from '#shared/motion/camera/moves.ts'

/** A move as a prompt names it; an orbit may leave its side open. */
export type WishedMove = Move | 'orbit'

type Rule = readonly [RegExp, (words: RegExpExecArray) => WishedMove]

const ASIDE = '(?:(?:slowly|gently|smoothly|softly|quickly|slightly|across|over|to|towards?|from|the|in|a|an)\\s+){0,3}'
const CAMERA = '(?:camera|shot|drone|view)\\s+(?:\\w+\\s+){0,2}?'

function sided(left: Move, right: Move): Rule[1] {
  return (words) => (words[1] === 'left' ? left : right)
}

function heighted(up: Move, down: Move): Rule[1] {
  return (words) => (/^up|top|sky/.test(words[1] ?? '') ? up : down)
}

function always(move: WishedMove): Rule[1] {
  return () => move
}

/** Things that move by themselves do so "in the rain", a camera moves "in". */
const INWARDS = '(?:in(?!\\s+(?:the|a|an|her|his|their|its|our|my|slow|front|space|circles?)\\b)|into|inwards?|closer|forwards?|towards?)'

/** From the special to the general: what one rule has read is hidden from those after it. */
export const PROMPT_RULES: readonly Rule[] = [
  [/\b(?:dolly|zolly|hitchcock)\s*-?zoom\w*|\bvertigo (?:effect|shot)\b/, always('dolly-zoom')],
  [
    new RegExp(`\\b(?:orbit|arc|circl)\\w*\\s+(?:shot\\s+)?(?:\\w+\\s+){0,4}?(?:to\\s+the\\s+)?(left|right)\\b`),
    sided('orbit-left', 'orbit-right'),
  ],
  [/\borbit(?:s|ing)?\b|\barc(?:s|ing)? shot\b|\b(?:circl|mov|rotat|revolv)(?:e|es|ing) around\b|\bparallax\b|\b360\b/, always('orbit')],
  [
    /\b(?:pan(?:s|ning)?\s+(?:\w+ly\s+)?)?(?:from\s+)?(?:the\s+)?(?:left|right)[ -]to[ -](?:the )?(left|right)\b/,
    sided('pan-left', 'pan-right'),
  ],
  [new RegExp(`\\bpan(?:s|ning)?\\s+${ASIDE}(left|right)\\b`), sided('pan-left', 'pan-right')],
  [
    new RegExp(`\\b(?:tilt|pan)(?:s|ing|ning)?\\s+${ASIDE}(upwards?|up|top|sky|downwards?|down|bottom|ground)\\b`),
    heighted('tilt-up', 'tilt-down'),
  ],
  [/\bpan(?:s|ning)?\b/, always('pan-right')],
  [/\btilt(?:s|ing)?\b/, always('tilt-up')],
  [
    new RegExp(
      `\\b(?:(?:truck|slid|track|swip)|${CAMERA}(?:travel|glid|drift|mov))(?:e|s|es|ing)?\\s+${ASIDE}(left|right)(?:ward|wards)?\\b`,
    ),
    sided('truck-left', 'truck-right'),
  ],
  [
    new RegExp(`\\b(?:crane|pedestal|boom|jib|camera (?:mov|drift|glid|float)(?:e|s|es|ing)?)\\s+${ASIDE}(upwards?|up|downwards?|down)\\b`),
    heighted('rise', 'sink'),
  ],
  [/\b(?:crane shot|(?:camera|shot|drone) (?:ris|ascend)(?:e|es|s|ing))\b/, always('rise')],
  [/\b(?:camera|shot|drone) (?:descend|sink|lower)(?:s|ing)?\b/, always('sink')],
  [/\bzoom(?:s|ing|ed)?[ -]+(?:\w+ly\s+)?(?:out|back)\b/, always('zoom-out')],
  [/\bzoom(?:s|ing|ed)?\b/, always('zoom-in')],
  [/\bdoll(?:y|ies|ying)[ -]+(?:\w+ly\s+)?(?:out|back)\w*\b/, always('dolly-out')],
  [/\bdoll(?:y|ies|ying)\b/, always('dolly-in')],
  [
    new RegExp(
      `\\b(?:pull|mov|back|draw|retreat|${CAMERA}(?:fly|flie|driv))(?:e|s|es|ing)?[ -]+(?:\\w+ly\\s+)?(?:out|away|back|backwards?)\\b|\\breveal(?:s|ing)? the (?:whole|wide|full)\\w*`,
    ),
    always('pull-out'),
  ],
  [
    new RegExp(
      `\\b(?:push(?:es|ing)?[ -]+(?:\\w+ly\\s+)?in|(?:push|mov|creep|track|eas|${CAMERA}(?:fly|flie|driv))(?:e|s|es|ing)?[ -]+(?:\\w+ly\\s+)?${INWARDS})\\b|\\bclos(?:e|es|ing) in\\b`,
    ),
    always('push-in'),
  ],
  [
    new RegExp(`(?:\\b${CAMERA}|^\\s*|[.,;]\\s*)(?:fly|flies|flying|soar\\w*|glid\\w+)\\s+(?:over|through|across|above|along|past)\\b`),
    always('push-in'),
  ],
  [
    /\b(?:static|locked(?:[ -](?:off|down))?|fixed|still|motionless) (?:camera|shot|frame|tripod)\b|\bcamera (?:is |stays |stay |remains )?(?:static|fixed|still|locked)\b/,
    always('still'),
  ],
  [/\b(?:no|without)(?: any)? camera (?:movement|motion|move)s?\b/, always('still')],
]
