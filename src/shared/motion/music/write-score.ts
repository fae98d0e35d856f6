import type { MusicRequest } from '#shared/motion/music/music.ts'
import { makeOutline } from '#shared/motion/music/outline.ts'
import type { Score } from '#shared/motion/music/score.ts'
import { STYLES } from '#shared/motion/music/styles.ts'
import { writeChords } from '#shared/motion/music/write-chords.ts'
import { writeMelody } from '#shared/motion/music/write-melody.ts'
import { writeBass, writeDrums, writeFigure } from '#shared/motion/music/write-rhythm.ts'

/** Writes the notes of a piece; chance decides what the mood leaves open. Rule: docs/rules.md, "Soundtrack". */
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
