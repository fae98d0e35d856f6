import { type Effect, beats, flicker, ramp, evenKeys } from './effect.ts'
import { GRADES } from '#motion/vocabulary/grades.ts'
import { mapTrack } from '#motion/keyframes.ts'

/** Effects that change the light. */
export const LIGHT_EFFECTS: readonly Effect[] = [
  {
    id: 'golden-hour',
    name: 'Golden Hour',
    mood: 'romantic',
    camera: 'open',
    makeStyle: () => ({
      moves: [{ move: 'orbit-left', weight: 0.9 }],
      overlays: [
        { kind: 'glow', strength: 0.8 },
        { kind: 'light-leaks', strength: evenKeys(0.2, 0.6, 0.35) },
      ],
      grade: GRADES.golden,
    }),
  },
  {
    id: 'daybreak',
    name: 'Daybreak',
    mood: 'epic',
    camera: 'open',
    makeStyle: () => ({
      moves: [{ move: 'tilt-up', weight: 0.9 }],
      overlays: [{ kind: 'glow', strength: ramp(0, 0.9, 0.3) }],
      grade: {
        exposure: ramp(-0.5, 0.12, 0.05, 0.85),
        warmth: [
          { at: 0, value: -1 },
          { at: 0.55, value: 0.6 },
          { at: 1, value: 0.15 },
        ],
        saturation: ramp(-0.25, 0.2, 0.1, 0.7),
      },
    }),
  },
  {
    id: 'starlit-night',
    name: 'Starlit Night',
    mood: 'calm',
    camera: 'open',
    makeStyle: () => ({
      moves: [{ move: 'rise', weight: 1 }],
      overlays: [
        { kind: 'stars', strength: ramp(0.2, 1.3, 0, 0.7) },
        { kind: 'vignette', strength: 0.7 },
      ],
      grade: GRADES.moonlight,
    }),
  },
  {
    id: 'fireflies',
    name: 'Fireflies',
    mood: 'mysterious',
    camera: 'open',
    makeStyle: () => ({
      moves: [
        { move: 'dolly-in', weight: 0.6 },
        { move: 'truck-left', weight: 0.4 },
      ],
      distortions: [{ kind: 'sway', strength: 0.35 }],
      overlays: [
        { kind: 'fog', strength: 0.12 },
        { kind: 'fireflies', strength: ramp(0.3, 1.4, 0, 0.5) },
        { kind: 'vignette', strength: 0.9 },
      ],
      grade: { ...GRADES.emerald, exposure: -0.2, contrast: 0.3 },
    }),
  },
  {
    id: 'northern-lights',
    name: 'Northern Lights',
    mood: 'dreamy',
    camera: 'open',
    makeStyle: () => ({
      moves: [{ move: 'tilt-up', weight: 0.8 }],
      overlays: [
        { kind: 'stars', strength: 0.6 },
        { kind: 'aurora', strength: ramp(0, 1.4, 0, 0.5) },
      ],
      grade: { ...GRADES.cold, exposure: -0.42, saturation: -0.1, tint: -0.12 },
    }),
  },
  {
    id: 'center-stage',
    name: 'Center Stage',
    mood: 'epic',
    camera: 'open',
    makeStyle: () => ({
      moves: [{ move: 'orbit-right', weight: 1 }],
      overlays: [
        { kind: 'dust', strength: 0.6 },
        { kind: 'spotlight', strength: evenKeys(0, 1.3, 1.3, 1.3) },
      ],
      grade: { contrast: 0.25, saturation: 0.05, exposure: evenKeys(-0.5, -0.2, -0.2, -0.2), shadows: [-0.05, -0.05, 0.12] },
    }),
  },
  {
    id: 'campfire-embers',
    name: 'Campfire Embers',
    mood: 'calm',
    camera: 'open',
    makeStyle: (seconds) => ({
      moves: [{ move: 'push-in', weight: 0.7 }],
      distortions: [{ kind: 'heat-haze', strength: 0.5 }],
      overlays: [
        { kind: 'embers', strength: 1.3 },
        { kind: 'vignette', strength: 1 },
      ],
      grade: {
        exposure: flicker(seconds, 5, -0.42, -0.24),
        warmth: 0.65,
        contrast: 0.2,
        shadows: [0.08, -0.06, -0.14],
        highlights: [0.36, 0.06, -0.3],
      },
    }),
  },
  {
    id: 'city-bokeh',
    name: 'City Bokeh',
    mood: 'upbeat',
    camera: 'open',
    makeStyle: () => ({
      moves: [
        { move: 'dolly-out', weight: 0.7 },
        { move: 'truck-right', weight: 0.5 },
      ],
      overlays: [
        { kind: 'bokeh', strength: 1.6 },
        { kind: 'vignette', strength: 0.5 },
      ],
      grade: { exposure: -0.42, contrast: 0.25, saturation: 0.15, shadows: [0.04, -0.08, 0.36], highlights: [0.26, 0.02, -0.06] },
    }),
  },
  {
    id: 'neon-pulse',
    name: 'Neon Pulse',
    mood: 'upbeat',
    camera: 'own',
    makeStyle: (seconds) => ({
      moves: [{ move: 'dolly-in', weight: 0.6 }],
      distortions: [{ kind: 'pulse', strength: mapTrack(beats(112, seconds), (value) => value * 0.6) }],
      overlays: [{ kind: 'glow', strength: mapTrack(beats(112, seconds), (value) => 0.4 + value * 0.8) }],
      grade: {
        exposure: mapTrack(beats(112, seconds), (value) => value * 0.22 - 0.24),
        saturation: 0.5,
        contrast: 0.34,
        shadows: GRADES.neon.shadows,
        highlights: [0.1, 0, 0.3],
      },
    }),
  },
  {
    id: 'dream-haze',
    name: 'Dream Haze',
    mood: 'dreamy',
    camera: 'open',
    makeStyle: () => ({
      moves: [{ move: 'rise', weight: 0.5 }],
      distortions: [
        { kind: 'breathe', strength: 1.2 },
        { kind: 'swell', strength: 0.3 },
      ],
      overlays: [
        { kind: 'glow', strength: 1.6 },
        { kind: 'bokeh', strength: 0.4 },
      ],
      grade: GRADES.dream,
    }),
  },
]
