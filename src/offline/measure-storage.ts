import { storageResult } from '#shared/browser/record-store.ts'
import { retryWhileSlow } from '#shared/browser/retry-while-slow.ts'
import { FILE_STORE_LIMIT_MS, openStore } from '#shared/browser/open-store.ts'
import { DRAFT_DATABASE, MADE_DATABASE, MADE_PREFIX, MUSIC_PREFIX, OFFLINE_CACHE } from '#shared/storage/records.ts'
import { storageSpace } from '#src/browser/storage-space.ts'
import { storedTemplateLists } from '#src/gallery/stored-template-lists.ts'
import { can } from '#shared/browser/capabilities.ts'

export interface StorageReport {
  readonly sizes: Readonly<Record<Exclude<StorageKind, 'offline'>, KindSize>>
  /** The used and the available storage; null if the browser does not report them. */
  readonly space: { readonly usedBytes: number; readonly quotaBytes: number } | null
  /** Whether the browser retains the site's data when space runs out; null if the browser does not report that. */
  readonly isPersisted: boolean | null
}

const draftStore = openStore(DRAFT_DATABASE, FILE_STORE_LIMIT_MS)
const madeStore = openStore(MADE_DATABASE, FILE_STORE_LIMIT_MS)
const MADE_KEY_PREFIXES = [MADE_PREFIX, MUSIC_PREFIX]

/**
 * The storage that this site uses on the device, by kind, without the offline videos; null if storage is blocked. Retries while storage is
 * slow, until `signal` aborts.
 */
export async function measureStorage(signal: AbortSignal): Promise<StorageReport | null> {
  try {
    const report = await retryWhileSlow(() => storageResult(measureNow), { signal })
    if (report.ok) return report.value
    console.warn('The stored data could not be read.', report.error.detail)
  } catch (error) {
    console.warn('The stored data could not be read.', error)
  }
  return null
}

async function measureNow(): Promise<StorageReport> {
  const names = await caches.keys()
  const knownCaches = new Set<string>([...Object.values(CACHES_BY_KIND), OFFLINE_CACHE])
  const appSizes = await Promise.all(names.filter((name) => !knownCaches.has(name)).map(cacheSize))
  const [galleryVideos, galleryImages, listAnswers, storedLists, articles] = await Promise.all([
    cacheSize(CACHES_BY_KIND.galleryVideos),
    cacheSize(CACHES_BY_KIND.galleryImages),
    cacheSize(CACHES_BY_KIND.galleryLists),
    storedTemplateLists.measure(),
    cacheSize(CACHES_BY_KIND.articles),
  ])
  const draftRows = await draftStore.read((tx) => tx.list(''))
  const madeRows = await madeStore.read(async (tx) => (await Promise.all(MADE_KEY_PREFIXES.map((prefix) => tx.list(prefix)))).flat())
  return {
    sizes: {
      drafts: { count: draftRows.length, bytes: sizeOfBlobs(draftRows) },
      made: { count: madeRows.length, bytes: sizeOfBlobs(madeRows) },
      galleryVideos,
      galleryImages,
      galleryLists: addSizes(listAnswers, storedLists),
      articles,
      app: addSizes(...appSizes),
    },
    space: await storageSpace(),
    isPersisted: can('persist') ? await navigator.storage.persisted() : null,
  }
}

/**
 * Deletes the editor's results and the music files of every account. The records of which videos were joined or set to music stay, so
 * that no video is joined or set to music again.
 */
export async function clearMade(): Promise<void> {
  await madeStore.write(async (tx) => {
    for (const prefix of MADE_KEY_PREFIXES) for (const key of await tx.keys(prefix)) tx.remove(key)
  })
}

function addSizes(...sizes: readonly KindSize[]): KindSize {
  return { count: sizes.reduce((sum, { count }) => sum + count, 0), bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0) }
}

async function cacheSize(name: string): Promise<KindSize> {
  if (!(await caches.has(name))) return { count: 0, bytes: 0 }
  const cache = await caches.open(name)
  const requests = await cache.keys()
  let bytes = 0
  for (const request of requests) bytes += await answerBytes(await cache.match(request))
  return { count: requests.length, bytes }
}

async function answerBytes(answer: Response | undefined): Promise<number> {
  const reportedBytes = Number(answer?.headers.get('content-length') ?? 0)
  return reportedBytes > 0 ? reportedBytes : ((await answer?.blob())?.size ?? 0)
}

/** The total size of all blobs inside a value, in bytes. */
function sizeOfBlobs(data: unknown): number {
  if (data instanceof Blob) return data.size
  if (typeof data !== 'object' || data === null) return 0
  return Object.values(data).reduce<number>((sum, part) => sum + sizeOfBlobs(part), 0)
}

/** The names of the caches by kind, as in workers/sw/cache-answers.ts. All others, except OFFLINE_CACHE, belong to the app itself. */
export const CACHES_BY_KIND = {
  galleryVideos: 'gallery-videos',
  galleryImages: 'gallery-pictures',
  galleryLists: 'gallery-answers',
  articles: 'article-answers',
} as const

export const CLEARABLE_KINDS = ['offline', 'made', 'drafts', 'galleryVideos', 'galleryImages', 'galleryLists', 'articles'] as const
export type ClearableKind = (typeof CLEARABLE_KINDS)[number]
export type StorageKind = ClearableKind | 'app'

/** The number of entries, and their size in bytes. */
export interface KindSize {
  readonly count: number
  readonly bytes: number
}
