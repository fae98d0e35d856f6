/** Caches by what lies in them; every other cache belongs to the app itself. Their names: workers/sw/keep-galleries.ts and keep-articles.ts. */
export const CACHES_BY_KIND = {
  galleryVideos: 'gallery-videos',
  galleryPictures: 'gallery-pictures',
  galleryLists: 'gallery-answers',
  articles: 'article-answers',
} as const

export const CLEARABLE_KINDS = ['kept', 'drafts', 'galleryVideos', 'galleryPictures', 'galleryLists', 'articles'] as const
export type ClearableKind = (typeof CLEARABLE_KINDS)[number]
export type StorageKind = ClearableKind | 'app'

/** How many things of a kind there are, and what they take, in bytes. */
export interface KindSize {
  readonly count: number
  readonly bytes: number
}
