import { type Effect, bursts, flicker, ramp, evenKeys } from './effect.ts'
import { GRADES } from '#motion/vocabulary/grades.ts'
import { mapTrack } from '#motion/keyframes.ts'

const GLITCHES = [0.1, 0.32, 0.48, 0.7, 0.92]

/** Effects that imitate a way of filming. */
export const FILM_EFFECTS: readonly Effect[] = [
  {
    id: 'old-film',
    name: 'Old Film',
    mood: 'nostalgic',
    camera: 'open',
    makeStyle: (seconds) => ({
      moves: [{ move: 'still', weight: 1 }],
      distortions: [{ kind: 'film-jump', strength: 1 }],
      overlays: [
        { kind: 'film-scratches', strength: 1.2 },
        { kind: 'grain', strength: 1.4 },
        { kind: 'vignette', strength: 1.2 },
      ],
      grade: { ...GRADES.sepia, exposure: flicker(seconds, 9, -0.12, 0.12) },
    }),
  },
  {
    id: 'film-noir',
    name: 'Film Noir',
    mood: 'dark',
    camera: 'open',
    makeStyle: () => ({
      moves: [
        { move: 'truck-right', weight: 0.8 },
        { move: 'push-in', weight: 0.5 },
      ],
      distortions: [{ kind: 'roll', strength: ramp(-0.9, -0.3) }],
      overlays: [
        { kind: 'fog', strength: 0.2 },
        { kind: 'grain', strength: 0.8 },
        { kind: 'vignette', strength: 1.6 },
      ],
      grade: { ...GRADES.noir, exposure: -0.12 },
    }),
  },
  {
    id: 'summer-memories',
    name: 'Summer Memories',
    mood: 'nostalgic',
    camera: 'open',
    makeStyle: () => ({
      moves: [{ move: 'pan-right', weight: 0.5 }],
      distortions: [{ kind: 'handheld', strength: 0.8 }],
      overlays: [
        { kind: 'light-leaks', strength: evenKeys(1.2, 0.3, 1.3, 0.4, 1) },
        { kind: 'grain', strength: 0.8 },
      ],
      grade: { ...GRADES.vintage, exposure: 0.08 },
    }),
  },
  {
    id: 'instant-photo',
    name: 'Instant Photo',
    mood: 'nostalgic',
    camera: 'open',
    makeStyle: () => ({
      moves: [{ move: 'zoom-out', weight: 0.35 }],
      distortions: [{ kind: 'roll', strength: ramp(0.8, 0, 0, 0.6) }],
      overlays: [{ kind: 'vignette', strength: 0.6 }],
      grade: {
        exposure: [
          { at: 0.04, value: 0.75 },
          { at: 0.5, value: 0.2 },
          { at: 0.8, value: 0.04 },
        ],
        fade: ramp(1, 0.28, 0.04, 0.85),
        saturation: ramp(-1, 0.05, 0.2, 0.85),
        contrast: ramp(-0.75, 0.05, 0.04, 0.8),
        warmth: ramp(0.35, 0.12),
      },
    }),
  },
  {
    id: 'documentary',
    name: 'Handheld Documentary',
    mood: 'tense',
    camera: 'open',
    makeStyle: () => ({
      moves: [{ move: 'zoom-in', weight: 0.9 }],
      progress: [
        { at: 0.3, value: 0.1 },
        { at: 0.42, value: 0.9 },
        { at: 1, value: 1 },
      ],
      distortions: [{ kind: 'handheld', strength: 2 }],
      overlays: [{ kind: 'grain', strength: 0.7 }],
      grade: { saturation: -0.35, contrast: 0.3, tint: -0.15, shadows: [-0.06, 0.04, -0.02] },
    }),
  },
  {
    id: 'blockbuster',
    name: 'Blockbuster',
    mood: 'epic',
    camera: 'open',
    makeStyle: () => ({
      moves: [
        { move: 'dolly-in', weight: 1.2 },
        { move: 'orbit-right', weight: 0.3 },
      ],
      overlays: [
        { kind: 'light-leaks', strength: mapTrack(bursts([0.55], 0.3, 0.3), (value) => value * 0.5) },
        { kind: 'letterbox', strength: 1 },
        { kind: 'vignette', strength: 0.5 },
      ],
      grade: GRADES['teal-orange'],
    }),
  },
  {
    id: 'glitch',
    name: 'Glitch',
    mood: 'tense',
    camera: 'own',
    makeStyle: () => ({
      moves: [{ move: 'still', weight: 1 }],
      distortions: [{ kind: 'glitch', strength: bursts(GLITCHES, 0.05, 0.07) }],
      overlays: [
        { kind: 'scanlines', strength: 1 },
        { kind: 'flash', strength: mapTrack(bursts([0.32, 0.92], 0.01, 0.03), (value) => value * 0.5) },
      ],
      grade: {
        saturation: mapTrack(bursts(GLITCHES, 0.04, 0.07), (value) => 0.1 + value * 0.8),
        tint: evenKeys(-0.35, 0.3, -0.2, 0.4, -0.35),
        contrast: 0.2,
        shadows: [-0.1, 0.06, 0.16],
      },
    }),
  },
  {
    id: 'attic-light',
    name: 'Attic Light',
    mood: 'calm',
    camera: 'open',
    makeStyle: () => ({
      moves: [{ move: 'truck-left', weight: 0.8 }],
      overlays: [
        { kind: 'spotlight', strength: evenKeys(0.4, 0.7, 0.5) },
        { kind: 'light-leaks', strength: 0.4 },
        { kind: 'dust', strength: 1.6 },
      ],
      grade: { ...GRADES.sepia, saturation: -0.45, exposure: 0.1, fade: 0.5 },
    }),
  },
]
