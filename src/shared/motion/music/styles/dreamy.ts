import type { Style } from '#shared/motion/music/style.ts'

export const DREAMY: Style = {
  scale: 'lydian',
  beatsPerMinute: [70, 86],
  barBeats: 2,
  chordBeats: 2,
  chords: [
    [0, 1, 5, 4],
    [0, 4, 1, 2],
    [0, 2, 1, 4],
  ],
  cadences: [1, 4],
  shape: 'ninth',
  swing: 0,
  pad: { instruments: ['airPad'], levelDb: -4, room: 0.7, echo: 0.1 },
  bass: { instruments: ['subBass'], levelDb: -8, room: 0.1, echo: 0, leap: 0, rhythms: [[[0, 2]]] },
  figure: {
    instruments: ['bell', 'celesta'],
    levelDb: -6,
    room: 0.6,
    echo: 0.4,
    stepBeats: 0.25,
    shapes: [
      [0, 1, 2, 3, 4, 3, 2, 1],
      [0, 2, 1, 3, 2, 4, 3, 5],
    ],
  },
  melody: {
    instruments: ['bell', 'flute'],
    levelDb: -3,
    room: 0.6,
    echo: 0.35,
    lowestStep: 8,
    rhythms: [
      [[0, 2]],
      [
        [0, 1.5],
        [1.5, 0.5],
      ],
      [[0.5, 1.5]],
    ],
  },
  drums: null,
  duck: 0,
  roomS: 3.6,
}
