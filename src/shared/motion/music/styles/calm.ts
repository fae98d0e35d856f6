import type { Style } from '#shared/motion/music/style.ts'

export const CALM: Style = {
  scale: 'ionian',
  beatsPerMinute: [62, 78],
  barBeats: 2,
  chordBeats: 2,
  chords: [
    [0, 4, 5, 3],
    [0, 5, 3, 4],
    [0, 3, 1, 4],
    [0, 3, 5, 4],
  ],
  cadences: [3, 4],
  shape: 'ninth',
  swing: 0,
  pad: { instruments: ['warmPad', 'airPad'], levelDb: -6, room: 0.5, echo: 0 },
  bass: { instruments: ['subBass'], levelDb: -7, room: 0.05, echo: 0, leap: 0, rhythms: [[[0, 2]]] },
  figure: {
    instruments: ['harp', 'softPiano'],
    levelDb: -8,
    room: 0.4,
    echo: 0.15,
    stepBeats: 0.5,
    shapes: [
      [0, 2, 1, 2],
      [0, 1, 2, 1],
    ],
  },
  melody: {
    instruments: ['softPiano', 'flute'],
    levelDb: -1,
    room: 0.45,
    echo: 0.2,
    lowestStep: 8,
    rhythms: [
      [
        [0, 1],
        [1, 1],
      ],
      [
        [0, 1.5],
        [1.5, 0.5],
      ],
      [
        [0.5, 0.5],
        [1, 1],
      ],
    ],
  },
  drums: null,
  duck: 0,
  roomS: 2.6,
}
