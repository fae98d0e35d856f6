import { FRAMES_PER_SECOND } from '#shared/domain/generation-options.ts'
import { planBetween } from '#shared/motion/between/plan-between.ts'
import { planEffect } from '#shared/motion/effects/plan-effect.ts'
import type { MotionPlan } from '#shared/motion/motion-plan.ts'
import { planCustom } from '#shared/motion/plan-custom.ts'
import type { PlanRequest } from '#shared/motion/plan-request.ts'

/** Takes of one seed lie far apart: snow falls elsewhere in each. */
const TAKE_STEP = 0x9e3779b1

/** Plans one video. The same request gives the same plan. Rule: docs/rules.md, "Motion". */
export function makePlan(request: PlanRequest): MotionPlan {
  const aspect = request.picture.width / request.picture.height
  const frameCount = Math.round(request.durationSeconds * FRAMES_PER_SECOND)
  return { version: 2, frameCount, aspect, seed: (request.seed + request.take * TAKE_STEP) >>> 0, ...lookOf(request, aspect) }
}

function lookOf(request: PlanRequest, aspect: number) {
  if (request.bizType === 'HEAD_TAIL') return planBetween(request)
  return request.bizType === 'TEMPLATE' ? planEffect(request, aspect) : planCustom(request, aspect)
}
