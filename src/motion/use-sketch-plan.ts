import { useEffect, useMemo, useState } from 'react'
import type { MotionPlan } from '#motion/motion-plan.ts'
import type { PlanRequest } from '#motion/plan-request.ts'
import type { GenerationSettings } from '#shared/contract/commit-contract.ts'
import type { BizType } from '#shared/domain/task.ts'
import type { Size } from '#motion/pixels.ts'
import { DEFAULT_IMAGE_FIDELITY, DEFAULT_MODEL } from '#shared/domain/generation-options.ts'
import { toPlanRequest } from '#shared/domain/plan-request.ts'
import { loadSketches, sketchesIfLoaded } from './load-sketches.ts'

export interface KeyedPlan {
  /** A key of the plan. Plans with the same key are equal. */
  readonly key: string
  /** A key of the plan without its seed. */
  readonly choice: string
  readonly plan: MotionPlan
}

/** The motion plan for a request; null without a request or until the planning code is loaded. */
export function useSketchPlan(request: PlanRequest | null): KeyedPlan | null {
  const [sketches, setSketches] = useState(sketchesIfLoaded)
  const key = request === null ? null : JSON.stringify(request)
  const isLoadNeeded = key !== null && sketches === null
  useEffect(() => {
    if (isLoadNeeded) void loadSketches().then(setSketches)
  }, [isLoadNeeded])
  return useMemo(() => {
    if (key === null || sketches === null) return null
    const { seed, ...choices } = JSON.parse(key) as PlanRequest
    const plan = sketches.planSketch({ ...choices, seed })
    return plan === null ? null : { key, choice: JSON.stringify(choices), plan }
  }, [key, sketches])
}

/**
 * The request from which the server will plan the video. Null if it is unknown: without a seed, the server chooses one, and
 * external models do not use these plans.
 */
export function planRequestOf(settings: GenerationSettings, bizType: BizType, picture: Size, variation: number): PlanRequest | null {
  const { modelName, seed } = settings
  if (seed === undefined || modelName !== DEFAULT_MODEL) return null
  // Effects have no setting for the fidelity.
  const imageFidelity = bizType === 'TEMPLATE' ? DEFAULT_IMAGE_FIDELITY : settings.imageFidelity
  return toPlanRequest({ ...settings, bizType, imageFidelity, seed, variation }, picture)
}
