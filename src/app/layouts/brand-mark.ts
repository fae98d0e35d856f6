/** The logo in a 64 × 64 viewBox: one blade, the angles it is repeated at in degrees, and the play sign in the middle. */
export const BLADE = 'M32 4a28 28 0 0 1 17 5.8L38.6 23A12 12 0 0 0 32 20.6Z'
export const BLADE_TURNS = [0, 45, 90, 135, 180, 225, 270, 315] as const
export const PLAY = 'M28.6 26.4v11.2l9.2-5.6Z'
