import type { Move, RequestedMove } from '../vocabulary/moves.ts'
import type { DistortionKind } from '../vocabulary/distortion-kinds.ts'
import type { GradeName } from '../vocabulary/grades.ts'
import type { OverlayKind } from '../vocabulary/overlay-kinds.ts'

type Rule = readonly [RegExp, (words: RegExpExecArray) => RequestedMove]

const DIRECTION_FILLER = '(?:(?:slowly|gently|smoothly|softly|quickly|slightly|across|over|to|towards?|from|the|in|a|an)\\s+){0,3}'
const CAMERA_WORDS = '(?:camera|shot|drone|view)\\s+(?:\\w+\\s+){0,2}?'

function moveBySide(left: Move, right: Move): Rule[1] {
  return (match) => (match[1] === 'left' ? left : right)
}

function moveByHeight(up: Move, down: Move): Rule[1] {
  return (match) => (/^up|top|sky/.test(match[1] ?? '') ? up : down)
}

function always(move: RequestedMove): Rule[1] {
  return () => move
}

/** Words for a camera move towards the picture. "in" does not count before words such as "the", because objects move "in the rain". */
const INWARDS = '(?:in(?!\\s+(?:the|a|an|her|his|their|its|our|my|slow|front|space|circles?)\\b)|into|inwards?|closer|forwards?|towards?)'

/** Words that request camera moves, from specific to general. Matched text is hidden from later rules. */
export const PROMPT_RULES: readonly Rule[] = [
  [/\b(?:dolly|zolly|hitchcock)\s*-?zoom\w*|\bvertigo (?:effect|shot)\b/, always('dolly-zoom')],
  [
    new RegExp(`\\b(?:orbit|arc|circl)\\w*\\s+(?:shot\\s+)?(?:\\w+\\s+){0,4}?(?:to\\s+the\\s+)?(left|right)\\b`),
    moveBySide('orbit-left', 'orbit-right'),
  ],
  [/\borbit(?:s|ing)?\b|\barc(?:s|ing)? shot\b|\b(?:circl|mov|rotat|revolv)(?:e|es|ing) around\b|\bparallax\b|\b360\b/, always('orbit')],
  [
    /\b(?:pan(?:s|ning)?\s+(?:\w+ly\s+)?)?(?:from\s+)?(?:the\s+)?(?:left|right)[ -]to[ -](?:the )?(left|right)\b/,
    moveBySide('pan-left', 'pan-right'),
  ],
  [new RegExp(`\\bpan(?:s|ning)?\\s+${DIRECTION_FILLER}(left|right)\\b`), moveBySide('pan-left', 'pan-right')],
  [
    new RegExp(`\\b(?:tilt|pan)(?:s|ing|ning)?\\s+${DIRECTION_FILLER}(upwards?|up|top|sky|downwards?|down|bottom|ground)\\b`),
    moveByHeight('tilt-up', 'tilt-down'),
  ],
  [/\bpan(?:s|ning)?\b/, always('pan-right')],
  [/\btilt(?:s|ing)?\b/, always('tilt-up')],
  [
    new RegExp(
      `\\b(?:(?:truck|slid|track|swip)|${CAMERA_WORDS}(?:travel|glid|drift|mov))(?:e|s|es|ing)?\\s+${DIRECTION_FILLER}(left|right)(?:ward|wards)?\\b`,
    ),
    moveBySide('truck-left', 'truck-right'),
  ],
  [
    new RegExp(
      `\\b(?:crane|pedestal|boom|jib|camera (?:mov|drift|glid|float)(?:e|s|es|ing)?)\\s+${DIRECTION_FILLER}(upwards?|up|downwards?|down)\\b`,
    ),
    moveByHeight('rise', 'sink'),
  ],
  [/\b(?:crane shot|(?:camera|shot|drone) (?:ris|ascend)(?:e|es|s|ing))\b/, always('rise')],
  [/\b(?:camera|shot|drone) (?:descend|sink|lower)(?:s|ing)?\b/, always('sink')],
  [/\bzoom(?:s|ing|ed)?[ -]+(?:\w+ly\s+)?(?:out|back)\b/, always('zoom-out')],
  [/\bzoom(?:s|ing|ed)?\b/, always('zoom-in')],
  [/\bdoll(?:y|ies|ying)[ -]+(?:\w+ly\s+)?(?:out|back)\w*\b/, always('dolly-out')],
  [/\bdoll(?:y|ies|ying)\b/, always('dolly-in')],
  [
    new RegExp(
      `\\b(?:pull|mov|back|draw|retreat|${CAMERA_WORDS}(?:fly|flie|driv))(?:e|s|es|ing)?[ -]+(?:\\w+ly\\s+)?(?:out|away|back|backwards?)\\b|\\breveal(?:s|ing)? the (?:whole|wide|full)\\w*`,
    ),
    always('pull-out'),
  ],
  [
    new RegExp(
      `\\b(?:push(?:es|ing)?[ -]+(?:\\w+ly\\s+)?in|(?:push|mov|creep|track|eas|${CAMERA_WORDS}(?:fly|flie|driv))(?:e|s|es|ing)?[ -]+(?:\\w+ly\\s+)?${INWARDS})\\b|\\bclos(?:e|es|ing) in\\b`,
    ),
    always('push-in'),
  ],
  [
    new RegExp(
      `(?:\\b${CAMERA_WORDS}|^\\s*|[.,;]\\s*)(?:fly|flies|flying|soar\\w*|glid\\w+)\\s+(?:over|through|across|above|along|past)\\b`,
    ),
    always('push-in'),
  ],
  [
    /\b(?:static|locked(?:[ -](?:off|down))?|fixed|still|motionless) (?:camera|shot|frame|tripod)\b|\bcamera (?:is |stays |stay |remains )?(?:static|fixed|still|locked)\b/,
    always('still'),
  ],
  [/\b(?:no|without)(?: any)? camera (?:movement|motion|move)s?\b/, always('still')],
]

/** The words that may follow a requested colour. Before an object the colour only describes it ("a vintage car"). */
const AFTER_COLOUR =
  '(?=\\s*(?:[.,;:!]|$)|[ -](?:\\w+ )?(?:look|style|film|footage|movie|video|mood|feel|vibes?|aesthetic|colou?rs?|tones?|filter|effect|grad\\w+|light(?:s|ing)?|glow)\\b|\\s+(?:with|and|but)\\b)'
const AIR_MOVEMENT = '(?:fall|drift|fly|float|swirl|blow|danc|rain)\\w*'

/** Words that request an overlay. Objects that the picture may already contain need a word of movement. */
export const OVERLAY_RULES: readonly (readonly [RegExp, OverlayKind])[] = [
  [/\b(?:rain(?:s|ing|fall|drops?)?|drizzl\w+|downpour)\b(?![ -]?(?:coat|boots|forest|jacket|or shine))/, 'rain'],
  [/\b(?:snow(?:s|ing|fall|flakes?)?|blizzard)\b(?![ -]?(?:capped|covered|topped|clad|globe|leopard|owl|peak|white))/, 'snow'],
  [/\b(?:embers?|sparks|(?:floating|flying|glowing) ash(?:es)?)\b/, 'embers'],
  [/\b(?:fog(?:gy)?|mist(?:y)?|haze|hazy|smoke|smoky)\b(?![ -](?:eyes?|make-?up))/, 'fog'],
  [/\blight[ -]leaks?\b|\b(?:lens|sun)[ -]?flares?\b|\bfilm[ -]burns?\b/, 'light-leaks'],
  [/\bfilm[ -]grain\b|\bgrainy\b/, 'grain'],
  [/\bbokeh\b|\b(?:blurred|twinkling|floating) lights\b/, 'bokeh'],
  [/\bconfetti\b/, 'confetti'],
  [
    new RegExp(
      `\\b(?:petals?|blossoms?)\\s+(?:\\w+\\s+){0,2}?${AIR_MOVEMENT}|\\b${AIR_MOVEMENT}\\s+(?:\\w+\\s+){0,2}?(?:petals?|blossoms?)\\b`,
    ),
    'petals',
  ],
  [/\bvignett\w+\b/, 'vignette'],
  [/\bsoft glow\b|\bbloom effect\b|\bglowing light\b/, 'glow'],
  [/\bletterbox\w*\b|\b(?:cinematic|black) bars\b/, 'letterbox'],
]

/** Words that request a grade; the first match counts. */
export const GRADE_RULES: readonly (readonly [RegExp, GradeName])[] = [
  [new RegExp(`\\bnoir\\b|\\bmonochrom\\w+\\b|\\b(?:black[ -]and[ -]white|b&w)\\b${AFTER_COLOUR}`), 'noir'],
  [/\bsepia\b/, 'sepia'],
  [new RegExp(`\\b(?:(?:vintage|retro)|old film)\\b${AFTER_COLOUR}|\\bvintage home\\b|\\b8 ?mm\\b|\\bsuper[ -]8\\b`), 'vintage'],
  [
    /\bgolden (?:hour|light|glow|tones?|evening|morning|sunlight|sunset|sunrise)\b|\bsunset (?:light|glow|colou?rs|tones?|mood)\b/,
    'golden',
  ],
  [/\bmoonl(?:ight|it)\b|\bday for night\b|\bnight[ -]?time (?:look|mood)\b/, 'moonlight'],
  [new RegExp(`\\bneon\\b${AFTER_COLOUR}|\\bneon[ -](?:lit|signs?)\\b|\\bcyberpunk\\b`), 'neon'],
  [/\bteal and orange\b|\bcinematic (?:look|grad\w+|colou?rs?|tones?)\b|\bblockbuster\b/, 'teal-orange'],
  [/\bdream(?:y|like)\b|\bethereal\b/, 'dream'],
  [/\bwarm(?:er)? (?:\w+ )?(?:light|tones?|colou?rs|grade|glow|look|mood)\b/, 'warm'],
  [/\b(?:cold|cool|icy)(?:er)? (?:\w+ )?(?:light|tones?|colou?rs|grade|look|mood)\b/, 'cold'],
  [/\bfaded (?:look|colou?rs|film)\b|\bwashed[ -]out\b|\bmuted (?:colou?rs|tones?)\b/, 'faded'],
  [/\bbleach bypass\b|\bgritty\b/, 'bleach'],
]

/** Words that request a distortion. */
export const DISTORTION_RULES: readonly (readonly [RegExp, DistortionKind])[] = [
  [
    /\bhand[ -]?held\b|\bshaky (?:camera|cam|footage|shot)\b|\bdocumentary style\b|\b(?:slight|subtle|gentle|light|natural|little) camera shakes?\b/,
    'handheld',
  ],
  [
    /\bearthquake\b|(?:^|[.,;]\s*|\b(?!(?:slight|subtle|gentle|light|natural|little)\b)\w+\s+)(?:camera|screen) shakes?\b|\brumbl\w+\b/,
    'shake',
  ],
  [/\bheat (?:haze|shimmer|waves?)\b|\bshimmering (?:air|heat)\b/, 'heat-haze'],
  [/\bunder ?water\b|\bwater ripples?\b|\brippling\b/, 'ripple'],
  [/\b(?:sway\w*|wind|windy|breeze)\b(?![ -](?:turbines?|farms?|mills?|chimes?|instruments?|tunnel))/, 'sway'],
]
