import { TRANSITION_NAMES } from '#shared/motion/between/transition-names.ts'
import type { PlanRequest } from '#shared/motion/make-plan.ts'
import type { PlannedLook } from '#shared/motion/plan-custom.ts'

/** Two pictures: the way from the first to the second. */
export function planBetween(request: PlanRequest): PlannedLook {
  const transition = TRANSITION_NAMES[(request.seed + request.take) % TRANSITION_NAMES.length] ?? 'depth-dissolve'
  return {
    scene: { kind: 'between', transition, easeIn: 0.4, easeOut: 0.4 },
    bends: [],
    overlays: [],
    grade: null,
    summary: { moves: [], unmet: [] },
  }
}
