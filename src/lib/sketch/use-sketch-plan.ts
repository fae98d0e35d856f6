import { useEffect, useMemo, useState } from 'react'
import type { PlanRequest } from '#shared/motion/make-plan.ts'
import type { MotionPlan } from '#shared/motion/motion-plan.ts'
import { loadSketches, sketchesIfLoaded } from './load-sketches.ts'

export interface KeyedPlan {
  /** The same key means the same plan. */
  readonly key: string
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
    const plan = key === null ? null : (sketches?.planSketch(JSON.parse(key) as PlanRequest) ?? null)
    return key === null || plan === null ? null : { key, plan }
  }, [key, sketches])
}
