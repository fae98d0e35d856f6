import { type Effect, bursts, ramp, evenKeys } from './effect.ts'
import { GRADES } from '#motion/vocabulary/grades.ts'
import { mapTrack } from '#motion/keyframes.ts'

/** Effects that add weather. */
export const WEATHER_EFFECTS: readonly Effect[] = [
  {
    id: 'first-snow',
    name: 'First Snow',
    mood: 'calm',
    camera: 'open',
    makeStyle: () => ({
      moves: [{ move: 'push-in', weight: 0.8 }],
      overlays: [
        { kind: 'fog', strength: 0.3 },
        { kind: 'snow', strength: ramp(0.3, 1.3, 0, 0.6) },
      ],
      grade: { ...GRADES.cold, exposure: 0.1, saturation: -0.3, fade: 0.25 },
    }),
  },
  {
    id: 'midnight-rain',
    name: 'Midnight Rain',
    mood: 'dark',
    camera: 'open',
    makeStyle: () => ({
      moves: [
        { move: 'truck-left', weight: 0.7 },
        { move: 'push-in', weight: 0.4 },
      ],
      overlays: [
        { kind: 'rain', strength: 1.4 },
        { kind: 'vignette', strength: 1 },
      ],
      grade: { ...GRADES.moonlight, exposure: -0.28, saturation: -0.2 },
    }),
  },
  {
    id: 'thunderstorm',
    name: 'Thunderstorm',
    mood: 'epic',
    camera: 'open',
    makeStyle: () => ({
      moves: [{ move: 'pull-out', weight: 0.9 }],
      distortions: [
        { kind: 'shake', strength: mapTrack(bursts([0.3, 0.76], 0.04, 0.2), (value) => value * 0.55) },
        { kind: 'sway', strength: 0.9 },
      ],
      overlays: [
        { kind: 'fog', strength: 0.12 },
        { kind: 'rain', strength: 1.6 },
        { kind: 'lightning', strength: 1.2 },
      ],
      grade: { ...GRADES.bleach, exposure: -0.2, contrast: 0.6, saturation: -0.75 },
    }),
  },
  {
    id: 'fog-bank',
    name: 'Fog Bank',
    mood: 'mysterious',
    camera: 'open',
    makeStyle: () => ({
      moves: [{ move: 'dolly-in', weight: 0.9 }],
      overlays: [{ kind: 'fog', strength: evenKeys(1.7, 1.1, 0.7) }],
      grade: { saturation: -0.55, contrast: -0.25, fade: 0.35, warmth: -0.1 },
    }),
  },
  {
    id: 'autumn-wind',
    name: 'Autumn Wind',
    mood: 'nostalgic',
    camera: 'open',
    makeStyle: () => ({
      moves: [{ move: 'truck-right', weight: 0.6 }],
      distortions: [{ kind: 'sway', strength: evenKeys(0.6, 1.6, 0.9, 1.8, 0.8) }],
      overlays: [{ kind: 'leaves', strength: evenKeys(0.7, 1.4, 1, 1.5) }],
      grade: GRADES.autumn,
    }),
  },
  {
    id: 'desert-heat',
    name: 'Desert Heat',
    mood: 'tense',
    camera: 'open',
    makeStyle: () => ({
      moves: [{ move: 'zoom-in', weight: 0.8 }],
      distortions: [{ kind: 'heat-haze', strength: ramp(1, 1.9) }],
      overlays: [
        { kind: 'dust', strength: 0.7 },
        { kind: 'glow', strength: ramp(0.3, 1.2) },
      ],
      grade: { exposure: 0.16, contrast: 0.3, saturation: -0.55, warmth: 0.6, fade: 0.5, highlights: [0.2, 0.1, -0.1] },
    }),
  },
  {
    id: 'cherry-blossoms',
    name: 'Cherry Blossoms',
    mood: 'romantic',
    camera: 'open',
    makeStyle: () => ({
      moves: [
        { move: 'orbit-right', weight: 0.6 },
        { move: 'rise', weight: 0.3 },
      ],
      distortions: [{ kind: 'sway', strength: 0.6 }],
      overlays: [
        { kind: 'glow', strength: 0.45 },
        { kind: 'petals', strength: 1.2 },
      ],
      grade: GRADES.rose,
    }),
  },
]
