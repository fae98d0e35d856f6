import type { Style } from '#shared/motion/music/style.ts'

export const MYSTERIOUS: Style = {
  scale: 'dorian',
  beatsPerMinute: [80, 98],
  barBeats: 2,
  chordBeats: 2,
  chords: [
    [0, 3, 0, 6],
    [0, 1, 3, 0],
    [0, 6, 3, 1],
  ],
  cadences: [3, 1],
  shape: 'seventh',
  swing: 0,
  pad: { instruments: ['airPad', 'darkPad'], levelDb: -5, room: 0.6, echo: 0 },
  bass: {
    instruments: ['pizzicato', 'subBass'],
    levelDb: -6,
    room: 0.3,
    echo: 0.1,
    leap: 0,
    rhythms: [
      [[0, 1]],
      [
        [0, 0.5],
        [1.5, 0.5],
      ],
    ],
  },
  figure: {
    instruments: ['celesta', 'harp'],
    levelDb: -6,
    room: 0.5,
    echo: 0.45,
    stepBeats: 0.5,
    shapes: [
      [0, 3, 1, 2],
      [3, 2, 1, 0],
      [0, 2, 3, 1],
    ],
  },
  melody: {
    instruments: ['flute', 'celesta', 'keys'],
    levelDb: -2,
    room: 0.5,
    echo: 0.3,
    lowestStep: 6,
    rhythms: [
      [
        [0, 0.5],
        [0.5, 0.5],
        [1, 1],
      ],
      [[0.5, 1.5]],
      [
        [0, 1.5],
        [1.5, 0.5],
      ],
    ],
  },
  drums: { levelDb: -14, strokes: { tick: [0.5, 1.5], shaker: [1] } },
  duck: 0,
  roomS: 3,
}
