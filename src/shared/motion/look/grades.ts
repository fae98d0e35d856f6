import type { Grade } from '#shared/motion/look/grade.ts'

export const GRADE_NAMES = [
  'warm',
  'cold',
  'noir',
  'sepia',
  'vintage',
  'faded',
  'teal-orange',
  'dream',
  'golden',
  'moonlight',
  'neon',
  'bleach',
] as const
export type GradeName = (typeof GRADE_NAMES)[number]

/** Looks by name. */
export const GRADES: Record<GradeName, Grade> = {
  warm: { warmth: 0.3, saturation: 0.08, contrast: 0.05 },
  cold: { warmth: -0.32, saturation: -0.06, contrast: 0.08 },
  noir: { saturation: -1, contrast: 0.4, exposure: -0.04 },
  sepia: { saturation: -0.85, warmth: 0.45, contrast: 0.1, fade: 0.15 },
  vintage: { saturation: -0.2, warmth: 0.2, fade: 0.35, contrast: -0.1, shadows: [0.02, 0.06, 0.1], highlights: [0.08, 0.04, -0.06] },
  faded: { saturation: -0.3, fade: 0.45, contrast: -0.2 },
  'teal-orange': { contrast: 0.15, saturation: 0.1, shadows: [-0.12, 0.04, 0.14], highlights: [0.12, 0.03, -0.1] },
  dream: { exposure: 0.08, contrast: -0.18, saturation: 0.12, tint: 0.08, highlights: [0.08, 0, 0.06] },
  golden: { warmth: 0.45, exposure: 0.05, saturation: 0.15, highlights: [0.12, 0.06, -0.08] },
  moonlight: { exposure: -0.28, warmth: -0.45, saturation: -0.35, contrast: 0.12, shadows: [-0.04, 0, 0.12] },
  neon: { contrast: 0.25, saturation: 0.35, shadows: [0.1, -0.08, 0.2], highlights: [-0.06, 0.04, 0.12] },
  bleach: { saturation: -0.5, contrast: 0.4, exposure: 0.04 },
}
