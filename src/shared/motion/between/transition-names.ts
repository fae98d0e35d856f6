/** Ways from one picture to another that is not like it. */
export const TRANSITION_NAMES = ['depth-dissolve', 'zoom-blur', 'light-leak', 'slide', 'ink'] as const
export type TransitionName = (typeof TRANSITION_NAMES)[number]
