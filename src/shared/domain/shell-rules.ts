/** Under this width of the window, in px, the phone's layout is used. Rule: docs/platform.md, "Layouts". */
export const PHONE_BELOW_PX = 1024
/** The width the phone's layout is drawn for, in px. */
export const PHONE_DESIGN_WIDTH_PX = 393
/** The root's font size in the phone's layout is a tenth of the width, and this many px at most. */
export const ROOT_FONT_MAX_PX = 100
/** How long a change of the window's size rests before it counts, in ms. */
export const RESIZE_DEBOUNCE_MS = 100

/** How long the loading overlay takes to fade, in ms. Rule: docs/platform.md, "Navigation". */
export const OVERLAY_FADE_MS = 300
/** When the rest of a navigation is cleared away, in ms after its screen was there. */
export const OVERLAY_CLEANUP_MS = 1000
/** Where the loading bar begins, as a share of its length. */
export const BAR_MINIMUM = 0.1
/** Further than this it never comes by itself, as a share of its length: a full one says that the screen is there. */
export const BAR_MAXIMUM = 0.994
/** How long one move of the loading bar takes, in ms. */
export const BAR_SPEED_MS = 300
/** How often the loading bar creeps on, in ms. */
export const BAR_TRICKLE_MS = 200
/** A screen that is there sooner is not waited for behind the overlay, in ms. */
export const COVER_AFTER_MS = 200

/** When a scroll position is saved after a scroll, how often besides, and when it is restored, in ms. */
export const SCROLL_SAVE_AFTER_MS = 300
export const SCROLL_SAVE_EVERY_MS = 2000
export const SCROLL_RESTORE_AFTER_MS = 100
/** A scroll faster than this, in px per ms, is the person's own. */
export const USER_SCROLL_SPEED = 0.5
/** The way back to the top shows below this many px. */
export const BACK_TO_TOP_AFTER_PX = 300
/** More dialogs than this never lie over each other. Rule: docs/platform.md, "Dialogs". */
export const DIALOG_DEPTH_MAX = 2
