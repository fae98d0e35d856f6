/** The number of videos in the advertisement. Rule: docs/content.md, "Advertisement". */
export const AD_SAMPLES = 8
/** The time before the advertisement may open again by itself, in ms. Without effect: only a press opens it. */
export const AD_REPEAT_MS = 2 * 60 * 60 * 1000
/** How long a carousel shows one item by default, in ms. */
export const CAROUSEL_AUTOPLAY_MS = 6000
/** How long the advertisement shows one video, in ms. */
export const AD_AUTOPLAY_MS = 7000
