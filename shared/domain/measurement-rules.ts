import type { BizType } from './task.ts'

/** The version of the built-in tracker. Rule: docs/measurement.md, "Usage". */
export const TRACKER_VERSION = '1.2.7'
/** The maximum number of events per request. */
export const MAX_TRACK_EVENTS = 25
/** The maximum number of fields per event. */
export const MAX_TRACK_FIELDS = 25
/** The longest event or field name, in characters. */
export const MAX_TRACK_NAME_LENGTH = 40
/** The longest value, in characters; longer values are truncated. */
export const MAX_TRACK_VALUE_LENGTH = 100
/** The maximum number of queued events per device; the oldest are dropped first. */
export const MAX_QUEUED_EVENTS = 200
/** How long events are gathered into one request, in ms. */
export const TRACK_GATHER_MS = 3000
/** The first pause before a failed request with usage events is repeated, in ms; it doubles each time. */
export const TRACK_RETRY_MS = 5000
/** The longest pause before a failed request with usage events is repeated, in ms. */
export const TRACK_LONGEST_RETRY_MS = 5 * 60 * 1000
/** How long the server stores a usage event, in ms. */
export const USAGE_RETENTION_MS = 90 * 24 * 60 * 60 * 1000

/** The tracked names of the three kinds of video. */
export type TrackMode = 'image' | 'start' | 'template'

const MODES = { CUSTOM: 'image', HEAD_TAIL: 'start', TEMPLATE: 'template' } as const satisfies Record<BizType, TrackMode>

/** The tracked name of a kind of video. */
export function trackMode(bizType: BizType): TrackMode {
  return MODES[bizType]
}

/** The longest text of an error report, in characters. */
export const MAX_ERROR_CHARS = 2000
/** The maximum number of error reports that a page sends; each error text is sent and counted once. */
export const MAX_REPORTS_PER_PAGE = 10
/** How long the server stores error reports, in ms. */
export const CLIENT_ERRORS_RETENTION_MS = 30 * 24 * 60 * 60 * 1000
