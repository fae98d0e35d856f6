import type { Effect } from '#shared/motion/effects/effect.ts'
import { bursts, mapped, ramp, steps } from '#shared/motion/effects/rhythm.ts'

const LIGHTNING = [0.22, 0.27, 0.63, 0.66, 0.72]

/** Effects that bring weather. */
export const WEATHER_EFFECTS: readonly Effect[] = [
  {
    id: 'first-snow',
    name: 'First Snow',
    mood: 'calm',
    camera: 'open',
    look: () => ({
      moves: [{ move: 'push-in', weight: 0.8 }],
      overlays: [
        { kind: 'snow', strength: ramp(0.5, 1.2, 0, 0.5) },
        { kind: 'fog', strength: 0.25 },
      ],
      grade: { warmth: -0.3, saturation: -0.35, exposure: 0.12, fade: 0.2, highlights: [0, 0.02, 0.08] },
    }),
  },
  {
    id: 'midnight-rain',
    name: 'Midnight Rain',
    mood: 'dark',
    camera: 'open',
    look: () => ({
      moves: [
        { move: 'truck-left', weight: 0.7 },
        { move: 'push-in', weight: 0.4 },
      ],
      overlays: [
        { kind: 'rain', strength: 1.2 },
        { kind: 'vignette', strength: 0.8 },
        { kind: 'letterbox', strength: 1 },
      ],
      grade: { exposure: -0.4, contrast: 0.12, warmth: -0.4, saturation: -0.3, shadows: [-0.03, 0, 0.1] },
    }),
  },
  {
    id: 'thunderstorm',
    name: 'Thunderstorm',
    mood: 'epic',
    camera: 'open',
    look: () => ({
      moves: [{ move: 'pull-out', weight: 0.9 }],
      bends: [
        { kind: 'shake', strength: mapped(bursts([0.3, 0.76], 0.04, 0.2), (value) => value * 0.55) },
        { kind: 'sway', strength: 0.9 },
      ],
      overlays: [
        { kind: 'fog', strength: 0.3 },
        { kind: 'rain', strength: 1.6 },
        { kind: 'flash', strength: mapped(bursts(LIGHTNING, 0.012, 0.035), (value) => value * 0.8) },
      ],
      grade: { exposure: -0.34, contrast: 0.2, saturation: -0.6, warmth: -0.2, tint: -0.08 },
    }),
  },
  {
    id: 'fog-bank',
    name: 'Fog Bank',
    mood: 'mysterious',
    camera: 'open',
    look: () => ({
      moves: [{ move: 'dolly-in', weight: 0.9 }],
      overlays: [{ kind: 'fog', strength: steps(1.7, 1.1, 0.7) }],
      grade: { saturation: -0.55, contrast: -0.25, fade: 0.35, warmth: -0.1 },
    }),
  },
  {
    id: 'windy-day',
    name: 'Windy Day',
    mood: 'playful',
    camera: 'open',
    look: () => ({
      moves: [{ move: 'truck-right', weight: 0.6 }],
      bends: [{ kind: 'sway', strength: steps(0.6, 1.8, 0.9, 2, 0.8) }],
      grade: { exposure: 0.06, saturation: 0.22, contrast: 0.08, tint: -0.05 },
    }),
  },
  {
    id: 'desert-heat',
    name: 'Desert Heat',
    mood: 'tense',
    camera: 'open',
    look: () => ({
      moves: [{ move: 'zoom-in', weight: 0.8 }],
      bends: [{ kind: 'heat-haze', strength: ramp(1, 1.9) }],
      overlays: [{ kind: 'glow', strength: 0.5 }],
      grade: { warmth: 0.55, exposure: 0.14, contrast: -0.08, saturation: -0.1, highlights: [0.1, 0.04, -0.08] },
    }),
  },
  {
    id: 'cherry-blossoms',
    name: 'Cherry Blossoms',
    mood: 'romantic',
    camera: 'open',
    look: () => ({
      moves: [
        { move: 'orbit-right', weight: 0.6 },
        { move: 'rise', weight: 0.3 },
      ],
      bends: [{ kind: 'sway', strength: 0.6 }],
      overlays: [
        { kind: 'glow', strength: 0.45 },
        { kind: 'petals', strength: 1.2 },
      ],
      grade: { tint: 0.22, exposure: 0.1, fade: 0.15, saturation: 0.05, highlights: [0.06, -0.01, 0.04] },
    }),
  },
]
