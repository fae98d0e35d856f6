import type { BizType } from './task.ts'

/** The version that our own tracker names itself by. Rule: docs/measurement.md, "Usage". */
export const TRACKER_VERSION = '1.2.7'
/** Events of one request. */
export const MAX_TRACK_EVENTS = 25
/** Fields of one event. */
export const MAX_TRACK_FIELDS = 25
/** Letters in the name of an event or a field. */
export const MAX_TRACK_NAME_LENGTH = 40
/** Letters in a value; longer ones are cut. */
export const MAX_TRACK_VALUE_LENGTH = 100
/** Events that wait on a device; the oldest go first. */
export const MAX_QUEUED_EVENTS = 200
/** How long events are gathered before they are sent, in ms. */
export const TRACK_GATHER_MS = 3000
/** The first pause after a request that did not arrive, in ms; each one is twice as long. */
export const TRACK_RETRY_MS = 5000
/** The longest of these pauses, in ms. */
export const TRACK_LONGEST_RETRY_MS = 5 * 60 * 1000
/** How long the server keeps an event, in ms. */
export const USAGE_KEPT_MS = 90 * 24 * 60 * 60 * 1000

/** What usage calls the three kinds of video. */
export type TrackMode = 'image' | 'start' | 'template'

const MODES = { CUSTOM: 'image', HEAD_TAIL: 'start', TEMPLATE: 'template' } as const satisfies Record<BizType, TrackMode>

/** The name of a kind of video where use is told. */
export function trackMode(bizType: BizType): TrackMode {
  return MODES[bizType]
}
