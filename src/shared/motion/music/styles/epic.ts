import type { Style } from '#shared/motion/music/style.ts'

export const EPIC: Style = {
  scale: 'aeolian',
  beatsPerMinute: [84, 104],
  barBeats: 2,
  chordBeats: 2,
  chords: [
    [0, 5, 2, 6],
    [0, 5, 3, 6],
    [0, 2, 5, 6],
  ],
  cadences: [6, 4],
  shape: 'open',
  swing: 0,
  pad: { instruments: ['brass', 'strings'], levelDb: -5, room: 0.5, echo: 0 },
  bass: {
    instruments: ['subBass'],
    levelDb: -5,
    room: 0.1,
    echo: 0,
    leap: 0,
    rhythms: [
      [
        [0, 0.95],
        [1, 0.95],
      ],
      [[0, 2]],
    ],
  },
  figure: {
    instruments: ['strings', 'pizzicato'],
    levelDb: -7,
    room: 0.4,
    echo: 0,
    stepBeats: 0.25,
    shapes: [
      [0, 1, 2, 1],
      [0, 0, 2, 1],
      [2, 1, 0, 1],
    ],
  },
  melody: {
    instruments: ['brass', 'strings'],
    levelDb: 0,
    room: 0.45,
    echo: 0.1,
    lowestStep: 7,
    rhythms: [
      [
        [0, 1.5],
        [1.5, 0.5],
      ],
      [
        [0, 1],
        [1, 1],
      ],
      [
        [0, 0.75],
        [0.75, 0.25],
        [1, 1],
      ],
    ],
  },
  drums: { levelDb: -4, strokes: { boom: [0, 1.5], kick: [0.75, 1.75], clap: [1] } },
  duck: 0.15,
  roomS: 2.8,
}
