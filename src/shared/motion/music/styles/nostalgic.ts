import type { Style } from '#shared/motion/music/style.ts'

export const NOSTALGIC: Style = {
  scale: 'ionian',
  beatsPerMinute: [72, 88],
  barBeats: 2,
  chordBeats: 2,
  chords: [
    [0, 2, 5, 3],
    [0, 5, 1, 4],
    [0, 3, 2, 5],
    [0, 4, 5, 2],
  ],
  cadences: [4, 3],
  shape: 'seventh',
  swing: 0.16,
  pad: { instruments: ['keys'], levelDb: -4, room: 0.3, echo: 0.1 },
  bass: {
    instruments: ['roundBass'],
    levelDb: -5,
    room: 0.05,
    echo: 0,
    leap: 4,
    rhythms: [
      [[0, 2]],
      [
        [0, 1.4],
        [1.5, 0.5],
      ],
    ],
  },
  figure: {
    instruments: ['guitar', 'keys'],
    levelDb: -9,
    room: 0.3,
    echo: 0.15,
    stepBeats: 0.5,
    shapes: [
      [0, 2, 3, 2],
      [0, 1, 2, 3],
    ],
  },
  melody: {
    instruments: ['piano', 'keys'],
    levelDb: -1,
    room: 0.35,
    echo: 0.2,
    lowestStep: 7,
    rhythms: [
      [
        [0, 0.5],
        [0.5, 0.5],
        [1, 1],
      ],
      [
        [0, 1],
        [1, 0.5],
        [1.5, 0.5],
      ],
      [
        [0.5, 0.5],
        [1, 0.5],
        [1.5, 0.5],
      ],
    ],
  },
  drums: { levelDb: -12, strokes: { kick: [0], clap: [1], shaker: [0.5, 1.5] } },
  duck: 0.12,
  roomS: 1.6,
}
