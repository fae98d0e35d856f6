/** Widths in px in which a gallery's pictures can be had beside their own. Rule: docs/rules.md, "Galleries". */
export const POSTER_WIDTHS = [320, 640] as const
export type PosterWidth = (typeof POSTER_WIDTHS)[number]
