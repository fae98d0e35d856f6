import type { MotionControls } from '#motion/controls/motion-controls.ts'
import type { PlanKind, PlanRequest } from '#motion/plan-request.ts'
import type { Size } from '#motion/pixels.ts'
import { type Duration, FRAMES_PER_SECOND, durationSeconds } from './generation-options.ts'
import type { BizType } from './task.ts'

interface CommittedVideo {
  readonly bizType: BizType
  readonly prompt: string
  readonly templateId?: string | null | undefined
  readonly controls?: MotionControls | undefined
  readonly duration: Duration
  readonly imageFidelity: number
  readonly seed: number
  readonly variation: number
}

const PLAN_KINDS = { CUSTOM: 'move', HEAD_TAIL: 'between', TEMPLATE: 'effect' } as const satisfies Record<BizType, PlanKind>

/** The renderer's request for one video of a commit with a first picture of this size. */
export function toPlanRequest(video: CommittedVideo, { width, height }: Size): PlanRequest {
  const { bizType, prompt, templateId, controls, duration, imageFidelity, seed, variation } = video
  return {
    kind: PLAN_KINDS[bizType],
    prompt,
    ...(typeof templateId === 'string' && { effectId: templateId }),
    ...(controls !== undefined && { controls }),
    picture: { width, height },
    seconds: durationSeconds(duration),
    framesPerSecond: FRAMES_PER_SECOND,
    imageFidelity,
    seed,
    variation,
  }
}
