import { useEffect, useMemo, useState } from 'react'
import type { PlanRequest } from '#shared/motion/plan-request.ts'
import type { MotionPlan } from '#shared/motion/motion-plan.ts'
import { loadSketches, sketchesIfLoaded } from './load-sketches.ts'

export interface KeyedPlan {
  /** The same key means the same plan. */
  readonly key: string
  /** The same choice means the same plan but for its seed. */
  readonly choice: string
  readonly plan: MotionPlan
}

/** The plan of the video that a request would give; null until planning is loaded, and without a request. */
export function useSketchPlan(request: PlanRequest | null): KeyedPlan | null {
  const [sketches, setSketches] = useState(sketchesIfLoaded)
  const key = request === null ? null : JSON.stringify(request)
  const isWanted = key !== null && sketches === null
  useEffect(() => {
    if (isWanted) void loadSketches().then(setSketches)
  }, [isWanted])
  return useMemo(() => {
    if (key === null || sketches === null) return null
    const { seed, ...chosen } = JSON.parse(key) as PlanRequest
    const plan = sketches.planSketch({ ...chosen, seed })
    return plan === null ? null : { key, choice: JSON.stringify(chosen), plan }
  }, [key, sketches])
}
