import type { MotionPlan } from '#motion/motion-plan.ts'
import type { PlanRequest } from '#motion/plan-request.ts'
import { sketchClient } from './sketch-client.ts'
import { makePlan } from '#motion/make-plan.ts'
import { createSketchStage } from './sketch-stage.ts'

export { sketchClient }

export const sketchStage = createSketchStage({ client: sketchClient, isTabVisible: () => document.visibilityState === 'visible' })

document.addEventListener('visibilitychange', () => sketchStage.update())

/** The plan for a request; null if planning fails, because an error in the preview must not break the form. */
export function planSketch(request: PlanRequest): MotionPlan | null {
  try {
    return makePlan(request)
  } catch (error) {
    console.error(error)
    return null
  }
}
