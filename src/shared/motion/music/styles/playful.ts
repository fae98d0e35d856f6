import type { Style } from '#shared/motion/music/style.ts'

export const PLAYFUL: Style = {
  scale: 'ionian',
  beatsPerMinute: [112, 132],
  barBeats: 2,
  chordBeats: 2,
  chords: [
    [0, 3, 0, 4],
    [0, 5, 1, 4],
    [0, 3, 4, 3],
  ],
  cadences: [4],
  shape: 'triad',
  swing: 0.12,
  pad: { instruments: ['keys'], levelDb: -5, room: 0.2, echo: 0 },
  bass: {
    instruments: ['pizzicato', 'roundBass'],
    levelDb: -4,
    room: 0.1,
    echo: 0,
    leap: 4,
    rhythms: [
      [
        [0, 0.6],
        [1, 0.6],
      ],
      [
        [0, 0.5],
        [1, 0.4],
        [1.5, 0.4],
      ],
    ],
  },
  figure: {
    instruments: ['guitar', 'harp'],
    levelDb: -7,
    room: 0.2,
    echo: 0.1,
    stepBeats: 0.5,
    shapes: [
      [1, 2, 0, 2],
      [2, 1, 2, 0],
    ],
  },
  melody: {
    instruments: ['marimba', 'celesta'],
    levelDb: 0,
    room: 0.2,
    echo: 0.15,
    lowestStep: 7,
    rhythms: [
      [
        [0, 0.5],
        [0.5, 0.5],
        [1, 0.5],
        [1.5, 0.5],
      ],
      [
        [0, 0.5],
        [0.75, 0.25],
        [1, 1],
      ],
      [
        [0, 0.75],
        [0.75, 0.25],
        [1, 0.5],
        [1.5, 0.5],
      ],
      [
        [0.5, 0.5],
        [1, 0.5],
        [1.5, 0.25],
      ],
    ],
  },
  drums: { levelDb: -8, strokes: { kick: [0], clap: [1], shaker: [0, 0.5, 1, 1.5] } },
  duck: 0.1,
  roomS: 1,
}
