import type { MotionPlan } from '#shared/motion/motion-plan.ts'
import { GRADES } from '#shared/motion/look/grades.ts'

/** Movements of the picture that words can ask for. */
const NAMED_BENDS: ReadonlySet<string> = new Set(['handheld', 'shake', 'heat-haze', 'ripple', 'sway'])

/** What was read out of the words as text keys: the camera's moves, and all else that will be seen. */
export function readingKeys({ summary, bends, overlays, grade }: MotionPlan): { readonly moves: string[]; readonly looks: string[] } {
  const gradeName = Object.entries(GRADES).find(([, known]) => known === grade)?.[0]
  return {
    moves: summary.moves.map((move) => `reading.move.${move}`),
    looks: [
      ...bends.filter(({ kind }) => NAMED_BENDS.has(kind)).map(({ kind }) => `reading.bend.${kind}`),
      ...overlays.map(({ kind }) => `reading.overlay.${kind}`),
      ...(gradeName === undefined ? [] : [`reading.grade.${gradeName}`]),
    ],
  }
}
