import { type Effect, heartbeat, ramp, evenKeys } from './effect.ts'
import { GRADES } from '#motion/vocabulary/grades.ts'
import { mapTrack } from '#motion/keyframes.ts'

/** Effects defined by distortions of the picture. */
export const WONDER_EFFECTS: readonly Effect[] = [
  {
    id: 'earthquake',
    name: 'Earthquake',
    mood: 'tense',
    camera: 'own',
    makeStyle: () => ({
      moves: [{ move: 'still', weight: 1 }],
      distortions: [
        { kind: 'shake', strength: evenKeys(0.05, 0.5, 1.8, 2.2, 1.4, 0.3, 0.05) },
        { kind: 'wobble', strength: evenKeys(0, 0.1, 0.4, 0.5, 0.3, 0) },
      ],
      overlays: [
        { kind: 'fog', strength: ramp(0, 0.6, 0.3) },
        { kind: 'dust', strength: ramp(0, 1.4, 0.2, 0.6) },
      ],
      grade: { ...GRADES.bleach, warmth: 0.25 },
    }),
  },
  {
    id: 'heartbeat',
    name: 'Heartbeat',
    mood: 'romantic',
    camera: 'own',
    makeStyle: (seconds) => ({
      moves: [{ move: 'push-in', weight: 0.4 }],
      distortions: [{ kind: 'pulse', strength: heartbeat(66, seconds) }],
      overlays: [
        { kind: 'hearts', strength: 0.5 },
        { kind: 'vignette', strength: mapTrack(heartbeat(66, seconds), (value) => 0.4 + value * 0.9) },
      ],
      grade: {
        warmth: 0.12,
        tint: mapTrack(heartbeat(66, seconds), (value) => 0.1 + value * 0.16),
        shadows: [0.2, -0.08, 0.02],
        highlights: [0.12, -0.02, 0.02],
      },
    }),
  },
  {
    id: 'underwater',
    name: 'Underwater',
    mood: 'dreamy',
    camera: 'open',
    makeStyle: () => ({
      moves: [{ move: 'sink', weight: 0.7 }],
      distortions: [{ kind: 'swell', strength: 1.4 }],
      overlays: [
        { kind: 'bubbles', strength: 1 },
        { kind: 'vignette', strength: 0.8 },
      ],
      grade: { warmth: -0.7, tint: -0.3, exposure: -0.12, saturation: -0.2, shadows: [-0.3, 0.04, 0.26], highlights: [-0.3, 0.14, 0.12] },
    }),
  },
  {
    id: 'water-rings',
    name: 'Water Rings',
    mood: 'calm',
    camera: 'own',
    makeStyle: () => ({
      moves: [{ move: 'still', weight: 1 }],
      distortions: [
        { kind: 'ripple', strength: evenKeys(0.2, 1.6, 1, 0.4, 0.2) },
        { kind: 'ripple', strength: evenKeys(0, 0.2, 0.8, 1.4, 0.2) },
      ],
      grade: { ...GRADES.cold, exposure: 0.06, saturation: 0.1, tint: -0.25, highlights: [-0.12, 0.12, 0.08] },
    }),
  },
  {
    id: 'whirlpool',
    name: 'Whirlpool',
    mood: 'mysterious',
    camera: 'own',
    makeStyle: () => ({
      moves: [{ move: 'zoom-in', weight: 0.6 }],
      distortions: [{ kind: 'swirl', strength: ramp(0, 1.6, 0.08, 0.95) }],
      overlays: [{ kind: 'vignette', strength: ramp(0, 1.4, 0.2) }],
      grade: { warmth: ramp(0, -0.3), saturation: 0.15 },
    }),
  },
  {
    id: 'kaleidoscope',
    name: 'Kaleidoscope',
    mood: 'dreamy',
    camera: 'own',
    makeStyle: () => ({
      moves: [{ move: 'zoom-in', weight: 0.5 }],
      distortions: [{ kind: 'kaleidoscope', strength: ramp(0, 1, 0.02, 0.3) }],
      grade: { saturation: 0.4, contrast: 0.15, exposure: 0.05 },
    }),
  },
  {
    id: 'mirror-world',
    name: 'Mirror World',
    mood: 'mysterious',
    camera: 'own',
    makeStyle: () => ({
      moves: [{ move: 'dolly-in', weight: 0.8 }],
      distortions: [{ kind: 'mirror', strength: 1 }],
      grade: { ...GRADES.emerald, saturation: -0.3 },
    }),
  },
  {
    id: 'crystal-ball',
    name: 'Crystal Ball',
    mood: 'mysterious',
    camera: 'own',
    makeStyle: () => ({
      moves: [{ move: 'still', weight: 1 }],
      distortions: [{ kind: 'bulge', strength: ramp(0, 1, 0.02, 0.3) }],
      overlays: [
        { kind: 'glow', strength: 0.7 },
        { kind: 'vignette', strength: 1 },
      ],
      grade: { tint: 0.26, warmth: -0.2, exposure: -0.08, shadows: [0.1, -0.1, 0.3] },
    }),
  },
  {
    id: 'melting-time',
    name: 'Melting Time',
    mood: 'dreamy',
    camera: 'own',
    makeStyle: () => ({
      moves: [{ move: 'still', weight: 1 }],
      distortions: [
        { kind: 'melt', strength: ramp(0, 1, 0.1, 1) },
        { kind: 'swell', strength: 0.4 },
      ],
      grade: { warmth: 0.3, saturation: 0.2, contrast: 0.1, shadows: [0.06, 0.01, -0.04] },
    }),
  },
]
