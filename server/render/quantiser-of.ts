import type { OverlayKind } from '#shared/motion/look/overlay-kinds.ts'
import type { MotionPlan } from '#shared/motion/motion-plan.ts'

/** 10 to 51, lower is finer; the time is nearly the same, only the bytes grow. */
export const FINE_QUANTISER = 23
/** Fresh noise in every frame costs ten times the bytes, and hides what a coarser step loses. */
export const NOISY_QUANTISER = 29

const NOISY: ReadonlySet<OverlayKind> = new Set(['grain', 'film-scratches', 'scanlines'])

/** How coarsely a plan's frames may be encoded. */
export function quantiserOf({ overlays }: Pick<MotionPlan, 'overlays'>): number {
  return overlays.some(({ kind }) => NOISY.has(kind)) ? NOISY_QUANTISER : FINE_QUANTISER
}
