/** Transitions between two dissimilar pictures. */
export const TRANSITION_NAMES = ['depth-dissolve', 'zoom-blur', 'light-leak', 'slide', 'ink'] as const
export type TransitionName = (typeof TRANSITION_NAMES)[number]
