import type { GalleryTab } from './gallery-view.ts'
import { HOT_EFFECTS } from '#shared/domain/gallery-rules.ts'
import { type Template, NEW_TEMPLATE } from '#shared/api/templates.ts'

export type TileBadge = 'new' | 'hot'

/** The first of the older items: they are also on the home screen. */
export function hottest(items: readonly Template[]): readonly Template[] {
  return items.filter(({ type }) => type !== NEW_TEMPLATE).slice(0, HOT_EFFECTS)
}

/** Badges by item id; a tab of its own needs none. */
export function tileBadges(items: readonly Template[], shelf: GalleryTab): ReadonlyMap<string, TileBadge> {
  if (shelf !== 'all') return new Map()
  const isNew = items.filter(({ type }) => type === NEW_TEMPLATE)
  return new Map([...isNew.map(({ id }) => [id, 'new'] as const), ...hottest(items).map(({ id }) => [id, 'hot'] as const)])
}
