import type { Template } from '#shared/api/templates.ts'

/** Limits of a tile's ratio, for pictures of any ratio. */
const NARROWEST_RATIO = 0.62
const WIDEST_RATIO = 1.8

/** Width divided by height of a tile's picture. */
export function posterRatio({ width, height }: Pick<Template, 'width' | 'height'>): number {
  const ratio = width / height
  return Number.isNaN(ratio) ? 1 : Math.min(WIDEST_RATIO, Math.max(NARROWEST_RATIO, ratio))
}
