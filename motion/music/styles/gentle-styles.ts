import type { Style } from '../style.ts'

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
