import { FIRST_PROMPT_WORDS } from '#shared/domain/first-prompt-words.ts'

/** Words for a prompt, camera first, then pace, weather and light; English, the language the renderer reads. */
export const PROMPT_WORDS: readonly string[] = [
  ...FIRST_PROMPT_WORDS,
  'zoom in',
  'handheld camera',
  'static shot',
  'very slow motion of the camera',
  'fast camera move',
  'gentle breeze',
  'snowfall',
  'soft rain',
  'drifting fog',
  'glowing embers',
  'falling petals',
  'confetti',
  'soft bokeh',
  'light leaks',
  'golden light',
  'moonlight',
  'neon light',
  'dreamy mood',
  'cinematic look',
  'film grain',
  'black and white film',
  'vintage film',
]
