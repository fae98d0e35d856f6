import type { Track } from '../keyframes.ts'

/** Grades by name: clearly visible, but with natural skin tones. */
export const GRADES = {
  warm: { exposure: 0.03, contrast: 0.12, saturation: 0.1, warmth: 0.5, highlights: [0.1, 0.04, -0.06] },
  cold: { contrast: 0.16, saturation: -0.12, warmth: -0.5, shadows: [-0.1, 0, 0.16], highlights: [-0.04, 0.02, 0.08] },
  noir: { exposure: -0.03, contrast: 0.6, saturation: -1 },
  vintage: {
    contrast: 0.1,
    saturation: -0.25,
    warmth: 0.28,
    fade: 0.55,
    shadows: [0.06, 0.02, 0.18],
    highlights: [0.16, 0.08, -0.16],
  },
  'teal-orange': { contrast: 0.28, saturation: 0.12, warmth: 0.08, shadows: [-0.34, 0.04, 0.2], highlights: [0.26, 0.06, -0.26] },
  dream: {
    exposure: 0.1,
    contrast: -0.22,
    saturation: 0.06,
    tint: 0.16,
    fade: 0.4,
    shadows: [0.14, 0.02, 0.24],
    highlights: [0.14, 0.08, 0.1],
  },
  golden: { exposure: 0.05, contrast: 0.14, saturation: 0.18, warmth: 0.8, shadows: [0.16, 0.02, -0.1], highlights: [0.28, 0.16, -0.2] },
  moonlight: {
    exposure: -0.36,
    contrast: 0.16,
    saturation: -0.5,
    warmth: -0.75,
    shadows: [-0.12, 0, 0.3],
    highlights: [-0.04, 0.04, 0.16],
  },
  bleach: { exposure: 0.04, contrast: 0.62, saturation: -0.52, warmth: -0.06 },
  neon: { exposure: -0.06, contrast: 0.34, saturation: 0.42, tint: 0.2, shadows: [0.08, -0.14, 0.46], highlights: [0.22, -0.06, 0.22] },
  faded: { exposure: 0.05, contrast: -0.26, saturation: -0.36, fade: 0.9, shadows: [0, 0.04, 0.08] },
  sepia: { contrast: 0.12, saturation: -1, fade: 0.2, shadows: [0.42, 0.04, -0.28], highlights: [0.4, 0.06, -0.36] },
  autumn: {
    exposure: -0.08,
    contrast: 0.3,
    saturation: 0.06,
    warmth: 0.3,
    tint: 0.14,
    shadows: [0.16, -0.14, -0.2],
    highlights: [0.2, -0.02, -0.26],
  },
  emerald: { exposure: -0.04, contrast: 0.22, saturation: -0.1, tint: -0.28, shadows: [-0.22, 0.12, 0.04], highlights: [0.04, 0.1, -0.06] },
  rose: { exposure: 0.06, contrast: 0.06, saturation: 0.04, warmth: 0.16, tint: 0.34, fade: 0.25, highlights: [0.2, 0.02, 0.1] },
} satisfies Record<string, Grade>

export type GradeName = keyof typeof GRADES

/** A colour grade; 0 everywhere changes nothing. */
export interface Grade {
  /** -1 black to 1 twice as bright. */
  readonly exposure?: Track
  /** -1 flat to 1 high contrast. */
  readonly contrast?: Track
  /** -1 grey to 1 twice as saturated. */
  readonly saturation?: Track
  /** -1 blue to 1 orange. */
  readonly warmth?: Track
  /** -1 green to 1 magenta. */
  readonly tint?: Track
  /** 0 to 1: blacks are lifted, as in old prints. */
  readonly fade?: Track
  /** The tints, each channel -1 to 1, of dark and bright areas. */
  readonly shadows?: readonly [number, number, number]
  readonly highlights?: readonly [number, number, number]
}
