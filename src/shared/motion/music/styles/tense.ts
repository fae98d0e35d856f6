import type { Style } from '#shared/motion/music/style.ts'

export const TENSE: Style = {
  scale: 'harmonicMinor',
  beatsPerMinute: [104, 124],
  barBeats: 2,
  chordBeats: 2,
  chords: [
    [0, 0, 5, 0],
    [0, 3, 0, 5],
    [0, 5, 0, 3],
  ],
  cadences: [4],
  shape: 'triad',
  swing: 0,
  pad: { instruments: ['strings', 'darkPad'], levelDb: -7, room: 0.4, echo: 0 },
  bass: {
    instruments: ['pulseBass'],
    levelDb: -3,
    room: 0.1,
    echo: 0,
    leap: 0,
    rhythms: [
      [
        [0, 0.45],
        [0.5, 0.45],
        [1, 0.45],
        [1.5, 0.45],
      ],
      [
        [0, 0.2],
        [0.25, 0.2],
        [0.5, 0.45],
        [1, 0.2],
        [1.25, 0.2],
        [1.5, 0.45],
      ],
    ],
  },
  figure: {
    instruments: ['pizzicato', 'pulseBass'],
    levelDb: -7,
    room: 0.35,
    echo: 0.2,
    stepBeats: 0.25,
    shapes: [
      [0, 2, 1, 2],
      [0, 0, 1, 0],
      [2, 1, 0, 1],
    ],
  },
  melody: {
    instruments: ['strings', 'brass'],
    levelDb: -4,
    room: 0.4,
    echo: 0.1,
    lowestStep: 5,
    rhythms: [
      [
        [0, 1.5],
        [1.5, 0.5],
      ],
      [
        [0, 0.5],
        [0.5, 1.5],
      ],
      [[0, 2]],
    ],
  },
  drums: { levelDb: -6, strokes: { boom: [0], tick: [0, 0.5, 1, 1.5], hat: [0.25, 0.75, 1.25, 1.75] } },
  duck: 0,
  roomS: 1.8,
}
