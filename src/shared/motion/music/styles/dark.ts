import type { Style } from '#shared/motion/music/style.ts'

export const DARK: Style = {
  scale: 'phrygian',
  beatsPerMinute: [60, 74],
  barBeats: 2,
  chordBeats: 2,
  chords: [
    [0, 1, 0, 5],
    [0, 5, 1, 0],
    [0, 3, 1, 0],
  ],
  cadences: [1],
  shape: 'open',
  swing: 0,
  pad: { instruments: ['darkPad'], levelDb: -3, room: 0.6, echo: 0 },
  bass: {
    instruments: ['subBass'],
    levelDb: -3,
    room: 0.15,
    echo: 0,
    leap: 0,
    rhythms: [
      [[0, 2]],
      [
        [0, 1.5],
        [1.5, 0.5],
      ],
    ],
  },
  figure: null,
  melody: {
    instruments: ['softPiano', 'celesta'],
    levelDb: -3,
    room: 0.6,
    echo: 0.4,
    lowestStep: 4,
    rhythms: [
      [
        [0, 1],
        [1, 1],
      ],
      [[0.5, 1.5]],
      [
        [0, 0.5],
        [0.5, 1.5],
      ],
    ],
  },
  drums: { levelDb: -7, strokes: { boom: [0], tick: [1.5] } },
  duck: 0,
  roomS: 3.4,
}
