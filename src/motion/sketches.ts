import type { MotionPlan } from '#motion/motion-plan.ts'
import type { PlanRequest } from '#motion/plan-request.ts'
import { sketchClient } from './sketch-client.ts'
import { makePlan } from '#motion/make-plan.ts'
import { createSketchStage } from './sketch-stage.ts'

export { sketchClient }

export const sketchStage = createSketchStage({ client: sketchClient, isTabVisible: () => document.visibilityState === 'visible' })

document.addEventListener('visibilitychange', () => sketchStage.update())

/** The plan of a request; null if planning fails, so that an error in the preview does not break the form. */
export function planSketch(request: PlanRequest): MotionPlan | null {
  try {
    return makePlan(request)
  } catch (error) {
    console.error(error)
    return null
  }
}
