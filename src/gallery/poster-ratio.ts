import type { Template } from '#shared/api/templates.ts'

/** The limits of a tile's ratio. Pictures beyond them are cropped. */
const NARROWEST_RATIO = 0.62
const WIDEST_RATIO = 1.8

/** The width of a tile's picture divided by its height, within the two limits. */
export function posterRatio({ width, height }: Pick<Template, 'width' | 'height'>): number {
  const ratio = width / height
  return Number.isNaN(ratio) ? 1 : Math.min(WIDEST_RATIO, Math.max(NARROWEST_RATIO, ratio))
}
