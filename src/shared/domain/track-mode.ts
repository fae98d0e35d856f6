import type { BizType } from '#shared/domain/task.ts'

/** What usage calls the three kinds of video. */
export type TrackMode = 'image' | 'start' | 'template'

const MODES = { CUSTOM: 'image', HEAD_TAIL: 'start', TEMPLATE: 'template' } as const satisfies Record<BizType, TrackMode>

/** The name of a kind of video where use is told. Rule: docs/rules.md, "Usage". */
export function trackMode(bizType: BizType): TrackMode {
  return MODES[bizType]
}
