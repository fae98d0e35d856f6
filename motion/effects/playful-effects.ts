import { type Effect, beats, bounces, bursts, evenKeys } from './effect.ts'
import { mapTrack } from '#motion/keyframes.ts'

const POPS = [0.17, 0.45, 0.74]
/** The strength of `tiles`, so that the video shows one picture, then four, then one, then four. Each change lasts a few frames. */
const POP_TILES = [0, 1, 0, 1].flatMap((value, i) => [
  { at: i === 0 ? 0 : (POPS[i - 1] ?? 0) + 0.03, value },
  { at: (POPS[i] ?? 1) - 0.03, value },
])

/** Effects for fun. */
export const PLAYFUL_EFFECTS: readonly Effect[] = [
  {
    id: 'paper-flag',
    name: 'Paper Flag',
    mood: 'playful',
    camera: 'own',
    makeStyle: () => ({
      moves: [{ move: 'still', weight: 1 }],
      distortions: [{ kind: 'flag', strength: evenKeys(0.5, 1.2, 0.9, 1.3, 0.8) }],
      overlays: [{ kind: 'grain', strength: 0.6 }],
      grade: { saturation: 0.2, contrast: 0.2, fade: 0.4, warmth: 0.2 },
    }),
  },
  {
    id: 'jelly',
    name: 'Jelly',
    mood: 'playful',
    camera: 'own',
    makeStyle: () => ({
      moves: [{ move: 'still', weight: 1 }],
      distortions: [{ kind: 'wobble', strength: evenKeys(0.3, 2, 0.9, 2.2, 1, 2, 0.4) }],
      grade: { saturation: 0.5, exposure: 0.06, tint: 0.3, highlights: [0.1, -0.04, 0.06] },
    }),
  },
  {
    id: 'rubber-bounce',
    name: 'Rubber Bounce',
    mood: 'playful',
    camera: 'own',
    makeStyle: (seconds) => ({
      moves: [{ move: 'still', weight: 1 }],
      distortions: [{ kind: 'stretch', strength: bounces(76, seconds) }],
      grade: { saturation: 0.45, contrast: 0.2, tint: -0.3, exposure: 0.06 },
    }),
  },
  {
    id: 'confetti-party',
    name: 'Confetti Party',
    mood: 'upbeat',
    camera: 'open',
    makeStyle: (seconds) => ({
      moves: [{ move: 'push-in', weight: 0.8 }],
      distortions: [{ kind: 'pulse', strength: mapTrack(beats(120, seconds), (value) => value * 0.3) }],
      overlays: [
        { kind: 'confetti', strength: 1.3 },
        { kind: 'flash', strength: mapTrack(bursts([0.06], 0.05, 0.12), (value) => value * 0.5) },
      ],
      grade: { saturation: 0.35, exposure: 0.1, contrast: 0.1 },
    }),
  },
  {
    id: 'pop-art',
    name: 'Pop Art',
    mood: 'upbeat',
    camera: 'own',
    makeStyle: () => ({
      moves: [{ move: 'still', weight: 1 }],
      distortions: [{ kind: 'tiles', strength: POP_TILES }],
      overlays: [{ kind: 'flash', strength: mapTrack(bursts(POPS, 0.015, 0.05), (value) => value * 0.4) }],
      grade: {
        saturation: 0.9,
        contrast: 0.6,
        tint: evenKeys(0.6, -0.5, 0.7, -0.6, 0.5),
        warmth: evenKeys(-0.6, 0.5, 0.6, -0.5, 0.4),
      },
    }),
  },
]
