import type { Style } from '#shared/motion/music/style.ts'

export const ROMANTIC: Style = {
  scale: 'ionian',
  beatsPerMinute: [88, 108],
  barBeats: 3,
  chordBeats: 3,
  chords: [
    [0, 5, 3, 4],
    [0, 2, 3, 1],
    [0, 3, 5, 1],
    [0, 4, 5, 3],
  ],
  cadences: [4],
  shape: 'triad',
  swing: 0,
  pad: { instruments: ['strings'], levelDb: -9, room: 0.5, echo: 0 },
  bass: { instruments: ['subBass', 'roundBass'], levelDb: -8, room: 0.1, echo: 0, leap: 0, rhythms: [[[0, 3]]] },
  figure: {
    instruments: ['piano', 'harp'],
    levelDb: -5,
    room: 0.35,
    echo: 0,
    stepBeats: 0.5,
    shapes: [
      [0, 2, 3, 4, 3, 2],
      [0, 1, 2, 3, 2, 1],
    ],
  },
  melody: {
    instruments: ['strings', 'flute', 'piano'],
    levelDb: 0,
    room: 0.45,
    echo: 0.1,
    lowestStep: 7,
    rhythms: [
      [
        [0, 2],
        [2, 1],
      ],
      [
        [0, 1],
        [1, 1],
        [2, 1],
      ],
      [
        [0, 1.5],
        [1.5, 0.5],
        [2, 1],
      ],
    ],
  },
  drums: null,
  duck: 0,
  roomS: 2.4,
}
