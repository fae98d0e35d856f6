import type { Music, MusicRequest } from './music.ts'
import type { Score } from './score.ts'
import { makeRandom, seedOf } from '#shared/motion/random.ts'
import { samplesOf } from './bus.ts'
import { master } from './master.ts'
import { perform } from './perform.ts'
import { STYLES } from './styles.ts'
import { makeOutline } from './outline.ts'
import { writeChords } from './write-chords.ts'
import { writeMelody } from './write-melody.ts'
import { writeBass, writeDrums, writeFigure } from './write-rhythm.ts'

/**
 * Composes a piece of 3 seconds or more: it fades in, ends on its tonic chord and fades out to silence. The same request gives the same
 * samples in every JavaScript engine. Rule: docs/motion.md, "Soundtrack".
 */
export function composeMusic(request: MusicRequest): Music {
  const random = makeRandom(seedOf(`${request.mood} ${request.seed}`))
  const score = writeScore(request, random)
  const mix = perform(score, STYLES[request.mood], samplesOf(request.seconds), random)
  master(mix)
  return mix
}

/** Writes the notes of a piece; what the mood leaves open is random. */
export function writeScore({ mood, seconds }: MusicRequest, random: () => number): Score {
  const style = STYLES[mood]
  const outline = makeOutline(style, seconds, random)
  return {
    beatsPerMinute: 60 / outline.beatS,
    tonic: outline.tonic,
    scale: style.scale,
    chordStartsS: outline.chords.map((chord) => chord.startS),
    pad: writeChords(outline),
    bass: writeBass(outline, random),
    figure: writeFigure(outline, random),
    melody: writeMelody(outline, random),
    drums: writeDrums(outline, random),
  }
}
