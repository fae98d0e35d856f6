import { GRADES } from '#shared/motion/look/grades.ts'
import type { OverlayKind } from '#shared/motion/look/overlay-kinds.ts'
import type { MotionPlan } from '#shared/motion/motion-plan.ts'
import type { Mood } from '#shared/motion/music/music.ts'

const OF_OVERLAY: Partial<Record<OverlayKind, Mood>> = {
  confetti: 'upbeat',
  petals: 'romantic',
  fog: 'mysterious',
  rain: 'dark',
  snow: 'calm',
  embers: 'epic',
  'light-leaks': 'nostalgic',
  grain: 'nostalgic',
  glow: 'dreamy',
  bokeh: 'romantic',
}

const OF_GRADE: Partial<Record<keyof typeof GRADES, Mood>> = {
  noir: 'dark',
  moonlight: 'mysterious',
  golden: 'romantic',
  vintage: 'nostalgic',
  sepia: 'nostalgic',
  faded: 'nostalgic',
  neon: 'upbeat',
  dream: 'dreamy',
  'teal-orange': 'epic',
  bleach: 'tense',
}

/** The mood of music that fits a plan: its colours first, then its weather, then its camera. */
export function suggestMood({ grade, overlays, distortions, summary, scene }: MotionPlan): Mood {
  const named = (Object.keys(GRADES) as (keyof typeof GRADES)[]).find((name) => GRADES[name] === grade)
  const ofGrade = named === undefined ? undefined : OF_GRADE[named]
  const ofOverlay = overlays.map(({ kind }) => OF_OVERLAY[kind]).find((mood) => mood !== undefined)
  if (ofGrade !== undefined || ofOverlay !== undefined) return ofGrade ?? ofOverlay ?? 'calm'
  if (distortions.some(({ kind }) => kind === 'handheld' || kind === 'shake') || summary.moves.includes('dolly-zoom')) return 'tense'
  if (summary.moves.includes('rise') || summary.moves.includes('pull-out')) return 'epic'
  return scene.kind === 'between' ? 'dreamy' : 'calm'
}
