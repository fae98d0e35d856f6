/** Videos that the advertisement shows. Rule: docs/content.md, "Advertisement". */
export const AD_SAMPLES = 8
/** How long a carousel shows one thing where nothing else is said, in ms. */
export const CAROUSEL_AUTOPLAY_MS = 6000
/** How long the advertisement shows one video, in ms. */
export const AD_AUTOPLAY_MS = 7000
/** How long the advertisement would rest before it shows itself again, in ms; it never does. */
export const AD_INTERVAL_MS = 2 * 60 * 60 * 1000
