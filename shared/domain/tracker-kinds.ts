/** Attribution messages that are stored; queries and the request to be forgotten are not among them. */
export const MESSAGE_KINDS = ['session', 'event', 'sdk_click', 'third_party_sharing'] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

export const TRACKER_ENVIRONMENTS = ['sandbox', 'production'] as const
export type TrackerEnvironment = (typeof TRACKER_ENVIRONMENTS)[number]

/** `reattributed`: a later click came from another source. */
export const ATTRIBUTION_STATES = ['installed', 'reattributed'] as const
