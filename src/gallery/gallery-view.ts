export const GALLERY_TABS = ['all', 'new', 'hot'] as const
export type GalleryTab = (typeof GALLERY_TABS)[number]
/** The user's own lists on this device. */
export const OWN_LISTS = ['liked', 'recent'] as const
export type OwnListName = (typeof OWN_LISTS)[number]

/** The filters of a gallery. The address contains all of them. */
export interface GalleryView {
  readonly tab: GalleryTab
  /** The chosen list of the user's own items; null for all items. */
  readonly ownList: OwnListName | null
  /** The chosen tags. An item matches if it has all of them. */
  readonly tags: readonly string[]
  readonly query: string
}

const MOST_TAGS = 8
const LONGEST_TEXT = 80

export const WHOLE_GALLERY: GalleryView = { tab: 'all', ownList: null, tags: [], query: '' }

export function parseView(address: string): GalleryView {
  const start = address.indexOf('?')
  const params = new URLSearchParams(start === -1 ? '' : address.slice(start).replace(/#.*$/, ''))
  return {
    tab: GALLERY_TABS.find((tab) => tab === params.get('shelf')) ?? 'all',
    ownList: OWN_LISTS.find((ownList) => ownList === params.get('only')) ?? null,
    tags: [...new Set(params.getAll('tag').filter((tag) => tag !== '' && tag.length <= LONGEST_TEXT))].slice(0, MOST_TAGS),
    query: (params.get('q') ?? '').slice(0, LONGEST_TEXT),
  }
}

/** The query of a view with its '?'; '' for the whole gallery. */
export function viewSearch({ tab, ownList, tags, query }: GalleryView): string {
  const params = new URLSearchParams()
  if (tab !== 'all') params.set('shelf', tab)
  if (ownList !== null) params.set('only', ownList)
  for (const tag of tags) params.append('tag', tag)
  if (query !== '') params.set('q', query)
  const search = params.toString()
  return search === '' ? '' : `?${search}`
}

/** Whether a filter other than the tab is set. */
export function hasFilter({ ownList, tags, query }: GalleryView): boolean {
  return ownList !== null || tags.length > 0 || query.trim() !== ''
}

export function toggleTag(tags: readonly string[], tag: string): readonly string[] {
  return tags.includes(tag) ? tags.filter((other) => other !== tag) : [...tags, tag]
}
