/** Videos that the advertisement shows. Rule: docs/rules.md, "Advertisement". */
export const AD_SAMPLES = 8
/** How long a carousel shows one thing where nothing else is said, in ms. Rule: docs/rules.md, "Advertisement". */
export const CAROUSEL_AUTOPLAY_MS = 6000
/** How long the advertisement shows one video, in ms. Rule: docs/rules.md, "Advertisement". */
export const AD_AUTOPLAY_MS = 7000
/** How long the advertisement would rest before it shows itself again, in ms; it never does. Rule: docs/rules.md, "Advertisement". */
export const AD_INTERVAL_MS = 2 * 60 * 60 * 1000
