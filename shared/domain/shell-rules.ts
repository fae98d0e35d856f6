/** Below this window width, in px, the phone's layout is used. Rule: docs/platform.md, "Layouts". */
export const PHONE_BELOW_PX = 1024
/** The design width of the phone's layout, in px. */
export const PHONE_DESIGN_WIDTH_PX = 393
/** The maximum root font size in the phone's layout, in px; below it, the size is a tenth of the window's width. */
export const ROOT_FONT_MAX_PX = 100
/** The debounce time of window resizes, in ms. */
export const RESIZE_DEBOUNCE_MS = 100

/** The fade time of the navigation overlay, in ms. Rule: docs/platform.md, "Navigation". */
export const OVERLAY_FADE_MS = 300
/** The delay between a ready screen and the removal of the navigation overlay, in ms. */
export const OVERLAY_CLEANUP_MS = 1000
/** The loading bar's start, as a share of its length. */
export const BAR_MINIMUM = 0.1
/** The loading bar's limit before the screen is ready, as a share of its length. */
export const BAR_MAXIMUM = 0.994
/** The duration of a loading bar step, in ms. */
export const BAR_SPEED_MS = 300
/** The interval of the loading bar's steps, in ms. */
export const BAR_TRICKLE_MS = 200
/** A screen gets no navigation overlay if it is ready within this time, in ms. */
export const COVER_AFTER_MS = 200

/** The delay of saving the scroll position after a scroll, in ms. */
export const SCROLL_SAVE_AFTER_MS = 300
/** The interval of saving the scroll position, in ms. */
export const SCROLL_SAVE_EVERY_MS = 2000
/** The delay of restoring the scroll position, in ms. */
export const SCROLL_RESTORE_AFTER_MS = 100
/** A scroll that is faster than this, in px per ms, counts as the user's own scroll. */
export const USER_SCROLL_SPEED = 0.5
/** The scroll position from which "back to top" is shown, in px. */
export const BACK_TO_TOP_AFTER_PX = 300
/** The maximum number of stacked dialogs. Rule: docs/platform.md, "Dialogs". */
export const DIALOG_DEPTH_MAX = 2
/** The z-order of the first billing dialog; each one above it adds one. */
export const DIALOG_LAYER_START = 2000
