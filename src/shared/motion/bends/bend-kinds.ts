/** Movements of the picture itself. */
export const BEND_KINDS = ['handheld', 'breathe', 'ripple', 'heat-haze', 'sway', 'pulse', 'shake'] as const
export type BendKind = (typeof BEND_KINDS)[number]
