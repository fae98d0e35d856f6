import type { Effect } from '#shared/motion/effects/effect.ts'
import { beats, flicker, mapped, ramp, steps } from '#shared/motion/effects/rhythm.ts'

/** Effects that change the light. */
export const LIGHT_EFFECTS: readonly Effect[] = [
  {
    id: 'golden-hour',
    name: 'Golden Hour',
    mood: 'romantic',
    camera: 'open',
    look: () => ({
      moves: [{ move: 'orbit-left', weight: 0.9 }],
      overlays: [
        { kind: 'glow', strength: 0.8 },
        { kind: 'light-leaks', strength: steps(0.2, 0.6, 0.35) },
      ],
      grade: { warmth: 0.5, exposure: 0.06, saturation: 0.15, shadows: [0.05, 0, -0.03], highlights: [0.08, 0.03, -0.06] },
    }),
  },
  {
    id: 'daybreak',
    name: 'Daybreak',
    mood: 'epic',
    camera: 'open',
    look: () => ({
      moves: [{ move: 'tilt-up', weight: 0.9 }],
      overlays: [{ kind: 'glow', strength: ramp(0, 0.9, 0.3) }],
      grade: {
        exposure: ramp(-0.62, 0.12, 0.05, 0.85),
        warmth: [
          { at: 0, value: -0.6 },
          { at: 0.55, value: 0.5 },
          { at: 1, value: 0.15 },
        ],
        saturation: ramp(-0.5, 0.15, 0.1, 0.7),
      },
    }),
  },
  {
    id: 'moonlight',
    name: 'Moonlight',
    mood: 'mysterious',
    camera: 'open',
    look: () => ({
      moves: [{ move: 'rise', weight: 1 }],
      overlays: [
        { kind: 'glow', strength: 0.5 },
        { kind: 'fog', strength: 0.35 },
        { kind: 'vignette', strength: 0.7 },
      ],
      grade: { exposure: -0.46, warmth: -0.75, saturation: -0.55, contrast: 0.15, shadows: [-0.04, -0.01, 0.08] },
    }),
  },
  {
    id: 'campfire-embers',
    name: 'Campfire Embers',
    mood: 'calm',
    camera: 'open',
    look: (seconds) => ({
      moves: [{ move: 'push-in', weight: 0.7 }],
      bends: [{ kind: 'heat-haze', strength: 0.5 }],
      overlays: [
        { kind: 'embers', strength: 1.3 },
        { kind: 'vignette', strength: 1 },
      ],
      grade: {
        exposure: flicker(seconds, 5, -0.42, -0.24),
        warmth: 0.65,
        contrast: 0.12,
        shadows: [0.02, -0.01, -0.03],
        highlights: [0.16, 0.03, -0.1],
      },
    }),
  },
  {
    id: 'city-bokeh',
    name: 'City Bokeh',
    mood: 'upbeat',
    camera: 'open',
    look: () => ({
      moves: [
        { move: 'dolly-out', weight: 0.7 },
        { move: 'truck-right', weight: 0.5 },
      ],
      overlays: [
        { kind: 'bokeh', strength: 1.4 },
        { kind: 'vignette', strength: 0.5 },
      ],
      grade: { exposure: -0.22, contrast: 0.12, shadows: [0.02, -0.02, 0.1], highlights: [0.1, 0.02, -0.04] },
    }),
  },
  {
    id: 'neon-pulse',
    name: 'Neon Pulse',
    mood: 'upbeat',
    camera: 'own',
    look: (seconds) => ({
      moves: [{ move: 'dolly-in', weight: 0.6 }],
      bends: [{ kind: 'pulse', strength: mapped(beats(112, seconds), (value) => value * 0.6) }],
      overlays: [{ kind: 'glow', strength: mapped(beats(112, seconds), (value) => 0.4 + value * 0.8) }],
      grade: {
        exposure: mapped(beats(112, seconds), (value) => value * 0.22 - 0.24),
        saturation: 0.45,
        contrast: 0.25,
        shadows: [0.14, -0.08, 0.3],
        highlights: [0.02, 0.05, 0.12],
      },
    }),
  },
  {
    id: 'dream-haze',
    name: 'Dream Haze',
    mood: 'dreamy',
    camera: 'open',
    look: () => ({
      moves: [{ move: 'rise', weight: 0.5 }],
      bends: [
        { kind: 'breathe', strength: 1.2 },
        { kind: 'swell', strength: 0.3 },
      ],
      overlays: [
        { kind: 'glow', strength: 1.6 },
        { kind: 'bokeh', strength: 0.4 },
      ],
      grade: { exposure: 0.16, fade: 0.45, contrast: -0.25, saturation: -0.12, tint: 0.14, highlights: [0.05, 0, 0.08] },
    }),
  },
]
