import type { PlanRequest } from '#shared/motion/make-plan.ts'
import type { PlannedLook } from '#shared/motion/plan-custom.ts'
import { planCustom } from '#shared/motion/plan-custom.ts'

/** One picture and a named effect. */
export function planEffect(request: PlanRequest, aspect: number): PlannedLook {
  return planCustom(request, aspect)
}
