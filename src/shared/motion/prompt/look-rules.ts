import type { BendKind } from '#shared/motion/bends/bend-kinds.ts'
import type { GradeName } from '#shared/motion/look/grades.ts'
import type { OverlayKind } from '#shared/motion/look/overlay-kinds.ts'

/** What may follow a word that asks for colours; before a thing it only describes that ("a vintage car"). */
const ASKED =
  '(?=\\s*(?:[.,;:!]|$)|[ -](?:\\w+ )?(?:look|style|film|footage|movie|video|mood|feel|vibes?|aesthetic|colou?rs?|tones?|filter|effect|grad\\w+|light(?:s|ing)?|glow)\\b|\\s+(?:with|and|but)\\b)'
const FALLING = '(?:fall|drift|fly|float|swirl|blow|danc|rain)\\w*'

/** Words that ask for something between picture and eye. Things that a picture may show by itself need a word of movement. */
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
    new RegExp(`\\b(?:petals?|blossoms?)\\s+(?:\\w+\\s+){0,2}?${FALLING}|\\b${FALLING}\\s+(?:\\w+\\s+){0,2}?(?:petals?|blossoms?)\\b`),
    'petals',
  ],
  [/\bvignett\w+\b/, 'vignette'],
  [/\bsoft glow\b|\bbloom effect\b|\bglowing light\b/, 'glow'],
  [/\bletterbox\w*\b|\b(?:cinematic|black) bars\b/, 'letterbox'],
]

/** Words that ask for other colours; the first that is found counts. */
export const GRADE_RULES: readonly (readonly [RegExp, GradeName])[] = [
  [new RegExp(`\\bnoir\\b|\\bmonochrom\\w+\\b|\\b(?:black[ -]and[ -]white|b&w)\\b${ASKED}`), 'noir'],
  [/\bsepia\b/, 'sepia'],
  [new RegExp(`\\b(?:(?:vintage|retro)|old film)\\b${ASKED}|\\bvintage home\\b|\\b8 ?mm\\b|\\bsuper[ -]8\\b`), 'vintage'],
  [
    /\bgolden (?:hour|light|glow|tones?|evening|morning|sunlight|sunset|sunrise)\b|\bsunset (?:light|glow|colou?rs|tones?|mood)\b/,
    'golden',
  ],
  [/\bmoonl(?:ight|it)\b|\bday for night\b|\bnight[ -]?time (?:look|mood)\b/, 'moonlight'],
  [new RegExp(`\\bneon\\b${ASKED}|\\bneon[ -](?:lit|signs?)\\b|\\bcyberpunk\\b`), 'neon'],
  [/\bteal and orange\b|\bcinematic (?:look|grad\w+|colou?rs?|tones?)\b|\bblockbuster\b/, 'teal-orange'],
  [/\bdream(?:y|like)\b|\bethereal\b/, 'dream'],
  [/\bwarm(?:er)? (?:\w+ )?(?:light|tones?|colou?rs|grade|glow|look|mood)\b/, 'warm'],
  [/\b(?:cold|cool|icy)(?:er)? (?:\w+ )?(?:light|tones?|colou?rs|grade|look|mood)\b/, 'cold'],
  [/\bfaded (?:look|colou?rs|film)\b|\bwashed[ -]out\b|\bmuted (?:colou?rs|tones?)\b/, 'faded'],
  [/\bbleach bypass\b|\bgritty\b/, 'bleach'],
]

/** Words that ask for a movement of the picture itself. */
export const BEND_RULES: readonly (readonly [RegExp, BendKind])[] = [
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
