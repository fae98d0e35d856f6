/** Videos that the advertisement shows. Rule: docs/content.md, "Advertisement". */
export const AD_SAMPLES = 8
/** The default time of one carousel item, in ms. */
export const CAROUSEL_AUTOPLAY_MS = 6000
/** How long the advertisement shows one video, in ms. */
export const AD_AUTOPLAY_MS = 7000
/** The pause before the advertisement could be shown again, in ms; it is never shown automatically. */
export const AD_INTERVAL_MS = 2 * 60 * 60 * 1000
