import { FRAMES_PER_SECOND } from '#shared/domain/generation-options.ts'
import type { BizType } from '#shared/domain/task.ts'
import { planBetween } from '#shared/motion/between/plan-between.ts'
import { planEffect } from '#shared/motion/effects/plan-effect.ts'
import type { MotionPlan } from '#shared/motion/motion-plan.ts'
import type { Size } from '#shared/motion/picture.ts'
import { planCustom } from '#shared/motion/plan-custom.ts'

/** Takes of one seed lie far apart: snow falls elsewhere in each. */
const TAKE_STEP = 0x9e3779b1

export interface PlanRequest {
  readonly bizType: BizType
  readonly prompt: string
  /** The effect of a TEMPLATE, else null. */
  readonly templateId: string | null
  /** The first picture; only the ratio counts. */
  readonly picture: Size
  readonly durationSeconds: number
  /** 0 bends the picture freely, 1 hardly at all. */
  readonly imageFidelity: number
  readonly seed: number
  /** Which video of its commit, from 0. */
  readonly take: number
}

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
