/** The layer of the first dialog about money; each one above it has the next. */
export const DIALOG_LAYER_START = 2000
/** How long after the discount was asked for in vain the plans are shown instead of the packs, in ms. */
export const MEMBER_SWITCH_MS = 2000
