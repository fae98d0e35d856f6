/** The kinds of attribution messages that the server stores. Queries and the erasure request are not stored. */
export const MESSAGE_KINDS = ['session', 'event', 'sdk_click', 'third_party_sharing'] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

export const TRACKER_ENVIRONMENTS = ['sandbox', 'production'] as const
export type TrackerEnvironment = (typeof TRACKER_ENVIRONMENTS)[number]

/** `reattributed`: a later click had another source. */
export const ATTRIBUTION_STATES = ['installed', 'reattributed'] as const
