import type { Style } from '../style.ts'

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
