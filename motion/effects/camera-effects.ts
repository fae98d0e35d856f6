import { type Effect, bursts, ramp } from './effect.ts'
import { GRADES } from '#motion/vocabulary/grades.ts'
import { mapTrack } from '#motion/keyframes.ts'

/** Effects defined by camera motion. */
export const CAMERA_EFFECTS: readonly Effect[] = [
  {
    id: 'vertigo',
    name: 'Vertigo',
    mood: 'tense',
    camera: 'own',
    makeStyle: () => ({
      moves: [{ move: 'dolly-zoom', weight: 1.4 }],
      distortions: [{ kind: 'roll', strength: ramp(0, 0.7, 0.2) }],
      overlays: [{ kind: 'vignette', strength: ramp(0.1, 1.3) }],
      grade: { saturation: ramp(0, -0.4), contrast: ramp(0, 0.2), tint: ramp(0, -0.12) },
    }),
  },
  {
    id: 'hyper-zoom',
    name: 'Hyper Zoom',
    mood: 'upbeat',
    camera: 'own',
    makeStyle: () => ({
      moves: [
        { move: 'zoom-in', weight: 1.7 },
        { move: 'dolly-in', weight: 0.8 },
      ],
      progress: [
        { at: 0.08, value: 0 },
        { at: 0.2, value: 0.33 },
        { at: 0.38, value: 0.35 },
        { at: 0.5, value: 0.68 },
        { at: 0.68, value: 0.7 },
        { at: 0.8, value: 1 },
      ],
      distortions: [{ kind: 'shake', strength: mapTrack(bursts([0.2, 0.5, 0.8], 0.06, 0.09), (value) => value * 0.4) }],
      overlays: [{ kind: 'flash', strength: mapTrack(bursts([0.19, 0.49, 0.79], 0.03, 0.06), (value) => value * 0.2) }],
      grade: { contrast: 0.35, saturation: 0.5, warmth: -0.15, highlights: [0, 0.05, 0.1] },
    }),
  },
  {
    id: 'drone-rise',
    name: 'Drone Rise',
    mood: 'epic',
    camera: 'own',
    makeStyle: () => ({
      moves: [
        { move: 'rise', weight: 1.4 },
        { move: 'pull-out', weight: 1.2 },
      ],
      distortions: [{ kind: 'handheld', strength: 0.35 }],
      grade: { ...GRADES.warm, exposure: 0.05, saturation: 0.2 },
    }),
  },
  {
    id: 'frozen-moment',
    name: 'Frozen Moment',
    mood: 'mysterious',
    camera: 'own',
    makeStyle: () => ({
      moves: [
        { move: 'orbit-right', weight: 1.7 },
        { move: 'push-in', weight: 0.4 },
      ],
      progress: [
        { at: 0, value: 0 },
        { at: 0.3, value: 0.4 },
        { at: 0.7, value: 0.6 },
        { at: 1, value: 1 },
      ],
      overlays: [{ kind: 'snow', strength: 0.35 }],
      grade: {
        saturation: [
          { at: 0.15, value: 0.1 },
          { at: 0.35, value: -0.9 },
          { at: 0.65, value: -0.9 },
          { at: 0.9, value: 0.1 },
        ],
        warmth: -0.35,
        contrast: 0.3,
        shadows: [-0.06, 0, 0.14],
      },
    }),
  },
  {
    id: 'boomerang',
    name: 'Boomerang',
    mood: 'playful',
    camera: 'own',
    makeStyle: () => ({
      moves: [
        { move: 'push-in', weight: 1.3 },
        { move: 'orbit-right', weight: 0.9 },
      ],
      progress: [0, 1, 0, 1, 0, 1, 0].map((value, i) => ({ at: i / 6, value })),
      grade: { saturation: 0.45, exposure: 0.08, contrast: 0.15, tint: 0.1 },
    }),
  },
  {
    id: 'big-reveal',
    name: 'Big Reveal',
    mood: 'epic',
    camera: 'own',
    makeStyle: () => ({
      moves: [
        { move: 'zoom-out', weight: 1.7 },
        { move: 'dolly-out', weight: 1.2 },
      ],
      progress: [
        { at: 0.12, value: 0 },
        { at: 0.85, value: 1 },
      ],
      overlays: [{ kind: 'glow', strength: ramp(1.4, 0.2, 0.1, 0.7) }],
      grade: { exposure: ramp(0.45, 0, 0, 0.6), fade: ramp(0.5, 0, 0, 0.6), contrast: 0.08 },
    }),
  },
  {
    id: 'lullaby-sway',
    name: 'Lullaby Sway',
    mood: 'calm',
    camera: 'own',
    makeStyle: () => ({
      moves: [{ move: 'still', weight: 1 }],
      distortions: [{ kind: 'pendulum', strength: 1.4 }],
      overlays: [
        { kind: 'stars', strength: 0.5 },
        { kind: 'glow', strength: 0.6 },
        { kind: 'vignette', strength: 0.5 },
      ],
      grade: { ...GRADES.dream, exposure: -0.2, contrast: -0.05, shadows: [0.06, 0, 0.4] },
    }),
  },
]
