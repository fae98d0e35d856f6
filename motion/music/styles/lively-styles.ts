import type { Style } from '../style.ts'

export const EPIC: Style = {
  scale: 'aeolian',
  beatsPerMinute: [84, 104],
  barBeats: 2,
  chordBeats: 2,
  chords: [
    [0, 5, 2, 6],
    [0, 5, 3, 6],
    [0, 2, 5, 6],
  ],
  cadences: [6, 4],
  shape: 'open',
  swing: 0,
  pad: { instruments: ['brass', 'strings'], levelDb: -5, room: 0.5, echo: 0 },
  bass: {
    instruments: ['subBass'],
    levelDb: -5,
    room: 0.1,
    echo: 0,
    leap: 0,
    rhythms: [
      [
        [0, 0.95],
        [1, 0.95],
      ],
      [[0, 2]],
    ],
  },
  figure: {
    instruments: ['strings', 'pizzicato'],
    levelDb: -7,
    room: 0.4,
    echo: 0,
    stepBeats: 0.25,
    shapes: [
      [0, 1, 2, 1],
      [0, 0, 2, 1],
      [2, 1, 0, 1],
    ],
  },
  melody: {
    instruments: ['brass', 'strings'],
    levelDb: 0,
    room: 0.45,
    echo: 0.1,
    lowestStep: 7,
    rhythms: [
      [
        [0, 1.5],
        [1.5, 0.5],
      ],
      [
        [0, 1],
        [1, 1],
      ],
      [
        [0, 0.75],
        [0.75, 0.25],
        [1, 1],
      ],
    ],
  },
  drums: { levelDb: -4, strokes: { boom: [0, 1.5], kick: [0.75, 1.75], clap: [1] } },
  duck: 0.15,
  roomS: 2.8,
}

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

export const UPBEAT: Style = {
  scale: 'mixolydian',
  beatsPerMinute: [116, 130],
  barBeats: 4,
  chordBeats: 2,
  chords: [
    [0, 4, 5, 3],
    [0, 3, 5, 4],
    [0, 6, 3, 0],
    [0, 5, 3, 6],
  ],
  cadences: [6, 3],
  shape: 'triad',
  swing: 0,
  pad: { instruments: ['warmPad', 'synth'], levelDb: -7, room: 0.3, echo: 0 },
  bass: {
    instruments: ['roundBass', 'pulseBass'],
    levelDb: -3,
    room: 0.05,
    echo: 0,
    leap: 7,
    rhythms: [
      [
        [0, 0.9],
        [1, 0.4],
        [1.5, 0.4],
        [2, 0.9],
        [3, 0.4],
        [3.5, 0.4],
      ],
      [
        [0.5, 0.4],
        [1.5, 0.4],
        [2.5, 0.4],
        [3.5, 0.4],
      ],
      [
        [0, 0.7],
        [0.75, 0.5],
        [1.5, 0.9],
        [2.5, 0.4],
        [3, 0.9],
      ],
    ],
  },
  figure: {
    instruments: ['synth', 'guitar'],
    levelDb: -7,
    room: 0.25,
    echo: 0.3,
    stepBeats: 0.5,
    shapes: [
      [0, 1, 2, 1, 3, 1, 2, 1],
      [0, 2, 3, 2],
    ],
  },
  melody: {
    instruments: ['synth', 'marimba'],
    levelDb: -1,
    room: 0.25,
    echo: 0.25,
    lowestStep: 7,
    rhythms: [
      [
        [0, 0.75],
        [0.75, 0.75],
        [1.5, 0.5],
        [2, 1],
        [3, 1],
      ],
      [
        [0, 0.5],
        [0.5, 0.5],
        [1.5, 0.5],
        [2, 0.5],
        [2.5, 0.5],
        [3, 1],
      ],
      [
        [0.5, 0.5],
        [1, 0.5],
        [1.5, 1],
        [3, 0.5],
        [3.5, 0.5],
      ],
    ],
  },
  drums: {
    levelDb: -4,
    strokes: { kick: [0, 1, 2, 3], clap: [1, 3], hat: [0.5, 1.5, 2.5, 3.5], shaker: [0.25, 0.75, 1.25, 1.75, 2.25, 2.75, 3.25, 3.75] },
  },
  duck: 0.5,
  roomS: 1.2,
}
