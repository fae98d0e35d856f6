/** The z-order of the first billing dialog; each one above it adds one. */
export const DIALOG_LAYER_START = 2000
/** How long after a failed discount request the plans replace the packs, in ms. */
export const MEMBER_SWITCH_MS = 2000
