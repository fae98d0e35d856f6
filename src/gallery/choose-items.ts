import { type Template, NEW_TEMPLATE } from '#shared/api/templates.ts'
import { HOT_EFFECTS } from '#shared/domain/gallery-rules.ts'
import type { GalleryView, GalleryTab } from './gallery-view.ts'
import type { ListName, ListState } from './template-reader.ts'

export type GalleryKind = 'explore' | 'effect'

/** The ids of the items that the user has liked or recently used on this device, newest first. */
export interface OwnListIds {
  readonly liked: readonly string[]
  readonly recent: readonly string[]
}

export interface TagCount {
  readonly tag: string
  /** The number of items that would be left if the user added this tag. For a chosen tag, the number of shown items. */
  readonly count: number
}

/** The items of one gallery. The lists "new" and "hot" contain items of both galleries. */
export function itemsOfKind(items: readonly Template[], kind: GalleryKind): readonly Template[] {
  return items.filter(({ bizType }) => (bizType === 'TEMPLATE') === (kind === 'effect'))
}

/**
 * The items of a view, in the order of `items`; with a search, the best matches first. The user's own lists (liked, recent) have the
 * order of the user's choices.
 */
export function chooseItems(
  items: readonly Template[],
  { ownList, tags, query }: Pick<GalleryView, 'ownList' | 'tags' | 'query'>,
  ownIds: OwnListIds,
  search: (query: string) => readonly Template[],
): readonly Template[] {
  const matches = query.trim() === '' ? items : search(query)
  const taggedMatches = tags.length === 0 ? matches : matches.filter((item) => tags.every((tag) => item.tags.includes(tag)))
  return ownList === null ? taggedMatches : orderByIds(taggedMatches, ownIds[ownList])
}

/** The items of these ids, in the order of the ids. */
export function orderByIds(items: readonly Template[], ids: readonly string[]): readonly Template[] {
  const byId = new Map(items.map((item) => [item.id, item]))
  return ids.map((id) => byId.get(id)).filter((item) => item !== undefined)
}

/**
 * The tags of a list with their counts, most used in the whole list first, so that the order is stable. A tag without matches is
 * omitted unless chosen.
 */
export function countTags(items: readonly Template[], shownItems: readonly Template[], chosenTags: readonly string[]): readonly TagCount[] {
  const totalCounts = countTagUses(items)
  const shownCounts = countTagUses(shownItems)
  return [...new Set([...totalCounts.keys(), ...chosenTags])]
    .sort((a, b) => (totalCounts.get(b) ?? 0) - (totalCounts.get(a) ?? 0) || (a < b ? -1 : 1))
    .map((tag) => ({ tag, count: shownCounts.get(tag) ?? 0 }))
    .filter(({ tag, count }) => count > 0 || chosenTags.includes(tag))
}

function countTagUses(items: readonly Template[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const tag of items.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return counts
}

/** The server's list for a gallery tab. */
export function listNameOf(kind: GalleryKind, tab: GalleryTab): ListName {
  if (tab !== 'all') return tab
  return kind === 'effect' ? 'effects' : 'explore'
}

type GalleryStage = 'wall' | 'loading' | 'failed' | 'empty' | 'noneLeft'

/** What a gallery shows. `empty` requires an answer of the server; `noneLeft` means that the filters exclude all items. */
export function galleryStage(
  { status, problem }: Pick<ListState, 'status' | 'problem'>,
  itemCount: number,
  shownCount: number,
): GalleryStage {
  if (shownCount > 0) return 'wall'
  if (itemCount > 0) return 'noneLeft'
  if (status !== 'loading' && problem === null) return status === 'ready' ? 'empty' : 'loading'
  return problem === null ? 'loading' : 'failed'
}

export type TileBadge = 'new' | 'hot'

/** The items with the "hot" badge: the first items that are not new. The home screen shows the same items. */
export function hottestItems(items: readonly Template[]): readonly Template[] {
  return items.filter(({ type }) => type !== NEW_TEMPLATE).slice(0, HOT_EFFECTS)
}

/** The badge of each item, by id. Only the tab "all" shows badges. */
export function tileBadges(items: readonly Template[], tab: GalleryTab): ReadonlyMap<string, TileBadge> {
  if (tab !== 'all') return new Map()
  const newItems = items.filter(({ type }) => type === NEW_TEMPLATE)
  return new Map([...newItems.map(({ id }) => [id, 'new'] as const), ...hottestItems(items).map(({ id }) => [id, 'hot'] as const)])
}
