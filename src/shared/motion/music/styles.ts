import type { Mood } from './music.ts'
import type { Style } from '#shared/motion/music/style.ts'
import { CALM } from '#shared/motion/music/styles/calm.ts'
import { DARK } from '#shared/motion/music/styles/dark.ts'
import { DREAMY } from '#shared/motion/music/styles/dreamy.ts'
import { EPIC } from '#shared/motion/music/styles/epic.ts'
import { MYSTERIOUS } from '#shared/motion/music/styles/mysterious.ts'
import { NOSTALGIC } from '#shared/motion/music/styles/nostalgic.ts'
import { PLAYFUL } from '#shared/motion/music/styles/playful.ts'
import { ROMANTIC } from '#shared/motion/music/styles/romantic.ts'
import { TENSE } from '#shared/motion/music/styles/tense.ts'
import { UPBEAT } from '#shared/motion/music/styles/upbeat.ts'

/** How each mood is made. */
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
