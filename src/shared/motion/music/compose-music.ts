import { samplesOf } from '#shared/motion/music/bus.ts'
import { master } from '#shared/motion/music/master.ts'
import type { Music, MusicRequest } from '#shared/motion/music/music.ts'
import { perform } from '#shared/motion/music/perform.ts'
import { STYLES } from '#shared/motion/music/styles.ts'
import { writeScore } from '#shared/motion/music/write-score.ts'
import { makeRandom, seedOf } from '#shared/motion/random.ts'

/**
 * Composes a piece of 3 seconds or more: it rises from silence, comes to rest on its home chord and ends in silence. The same
 * request gives the same samples in every JavaScript engine. Rule: docs/rules.md, "Soundtrack".
 */
export function composeMusic(request: MusicRequest): Music {
  const random = makeRandom(seedOf(`${request.mood} ${request.seed}`))
  const score = writeScore(request, random)
  const mix = perform(score, STYLES[request.mood], samplesOf(request.seconds), random)
  master(mix)
  return mix
}
