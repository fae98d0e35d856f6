import type { Mood } from './music.ts'
import type { Style } from '#shared/motion/music/style.ts'
import { CALM, DREAMY, NOSTALGIC, ROMANTIC } from './styles/gentle-styles.ts'
import { DARK, MYSTERIOUS, TENSE } from './styles/dark-styles.ts'
import { EPIC, PLAYFUL, UPBEAT } from './styles/lively-styles.ts'

/** The style of each mood. */
export const STYLES: Record<Mood, Style> = {
  calm: CALM,
  dreamy: DREAMY,
  tense: TENSE,
  playful: PLAYFUL,
  epic: EPIC,
  nostalgic: NOSTALGIC,
  dark: DARK,
  upbeat: UPBEAT,
  romantic: ROMANTIC,
  mysterious: MYSTERIOUS,
}
