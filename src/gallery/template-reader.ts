import type { Template, TemplateList } from '#shared/api/templates.ts'
import { type Result, type AppErrorCode, fail, ok } from '#shared/result.ts'
import type { StoredTemplateList } from '#shared/storage/page-records.ts'
import { NO_ANSWER_CODE } from '#shared/error-codes.ts'
import { LISTS_FRESH_MS } from '#shared/domain/gallery-rules.ts'
import { templateSlug } from '#shared/domain/detail-path.ts'
import { type ListCache, createListCache } from '#src/store/list-cache.ts'

interface TemplateSource {
  /** Reads a list from the server. If the server is unreachable and the answer comes from a cache, `onCached` is called first. */
  readonly read: (listName: ListName, onCached: () => void) => Promise<Result<TemplateList>>
  readonly readBySlug: (slug: string) => Promise<Result<Template>>
  readonly readById: (id: string) => Promise<Result<Template>>
  readonly readStored: (listName: ListName) => Promise<StoredTemplateList | undefined>
  readonly store: (listName: ListName, list: StoredTemplateList) => Promise<unknown>
  readonly nowMs: () => number
}

interface TemplateReader {
  /** Shows the stored list at once, and requests the list if the last answer is older than LISTS_FRESH_MS. Never rejects. */
  load(listName: ListName): Promise<void>
  /** Requests a list again, if it is shown. Never rejects. */
  renew(listName: ListName): Promise<void>
  /**
   * Finds an item by its id or by the last segment of its address. Errors: H4001 for an unknown item, else the error of the
   * request.
   */
  find(idOrSlug: string): Promise<Result<Template>>
}

/** Ids that come from broken addresses. No item has them, so the server is not asked. */
const INVALID_IDS = new Set(['', '-1'])
/** The answer for an id that no item has, or that is invalid, such as an overlong segment. */
const UNKNOWN_ITEM = fail({ code: 'H4001', retry: 'never' } as const)
/** Each item of the gallery is in one of these two lists. */
const COMPLETE_LISTS = ['explore', 'effects'] as const

/**
 *   loading ---> ready    (the server has answered, now or less than LISTS_FRESH_MS ago)
 *      \-------> stored   (a copy on this device; the server has not answered, or with an error: see `problem`)
 * The shown list stays until a newer one replaces it.
 */
export function createTemplateReader(
  state: TemplateLists,
  asRef: <T extends object>(items: T) => T,
  source: TemplateSource,
): TemplateReader {
  const caches = new Map<ListName, ListCache>()
  /** Items that were requested one by one because no loaded list contains them. */
  const singleItems: Template[] = []

  function cacheOf(listName: ListName): ListCache {
    const cache = caches.get(listName) ?? createCache(listName)
    caches.set(listName, cache)
    return cache
  }

  function createCache(listName: ListName): ListCache {
    return createListCache({
      nowMs: source.nowMs,
      freshMs: LISTS_FRESH_MS,
      async showCopy() {
        const stored = await source.readStored(listName)
        if (stored === undefined || state[listName].status !== 'loading') return undefined
        const ageMs = source.nowMs() - stored.storedAtMs
        show(listName, stored.items, stored.totalSize, ageMs >= 0 && ageMs < LISTS_FRESH_MS ? 'ready' : 'stored')
        return stored.storedAtMs
      },
      async ask({ askedAtMs }) {
        state[listName].problem = null
        let isFromCache = false
        const answer = await source.read(listName, () => (isFromCache = true))
        if (!answer.ok) {
          state[listName].problem = answer.error.code
          return false
        }
        const { data: items, totalSize } = answer.value
        if (isFromCache) {
          if (state[listName].status === 'loading') show(listName, items, totalSize, 'stored')
          state[listName].problem = NO_ANSWER_CODE
          return false
        }
        show(listName, items, totalSize, 'ready')
        await source.store(listName, { items, totalSize, storedAtMs: askedAtMs })
        return true
      },
    })
  }

  function show(listName: ListName, items: readonly Template[], totalSize: number, status: 'stored' | 'ready'): void {
    Object.assign(state[listName], { items: asRef(shareStrings(items)), totalSize, status })
  }

  function findLoaded(idOrSlug: string): Template | undefined {
    for (const items of [...LIST_NAMES.map((listName) => state[listName].items), singleItems]) {
      const match = items.find((item) => templateSlug(item) === idOrSlug) ?? items.find(({ id }) => id === idOrSlug)
      if (match !== undefined) return match
    }
    return undefined
  }

  async function requestItem(idOrSlug: string): Promise<Result<Template>> {
    const byPath = await source.readBySlug(idOrSlug)
    if (byPath.ok || (byPath.error.code !== 'H4001' && byPath.error.code !== 'H3000')) return byPath
    const byId = await source.readById(idOrSlug)
    return !byId.ok && byId.error.code === 'H3000' ? UNKNOWN_ITEM : byId
  }

  return {
    load: (listName) => cacheOf(listName).load(),
    async renew(listName) {
      if (state[listName].status !== 'loading' || caches.get(listName)?.runningWork() !== undefined) await cacheOf(listName).reload()
    },
    async find(idOrSlug) {
      if (INVALID_IDS.has(idOrSlug)) return UNKNOWN_ITEM
      if (findLoaded(idOrSlug) === undefined) await Promise.all(COMPLETE_LISTS.map((listName) => cacheOf(listName).showCopyOnce()))
      const loadedItem = findLoaded(idOrSlug)
      if (loadedItem !== undefined) return ok(loadedItem)
      const answer = await requestItem(idOrSlug)
      if (answer.ok) singleItems.push(answer.value)
      return answer
    },
  }
}

/**
 * Replaces equal strings by one copy, in a list that no other code uses yet. Saves 0.3 MB for 999 items, which repeat addresses, tags and
 * settings.
 */
function shareStrings(items: readonly Template[]): readonly Template[] {
  const copies = new Map<string, string>()
  const reuse = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reuse)
    if (typeof value !== 'string') return value
    const copy = copies.get(value) ?? value
    copies.set(copy, copy)
    return copy
  }
  for (const item of items) for (const [name, value] of Object.entries(item)) Reflect.set(item, name, reuse(value))
  return items
}

/** The server's lists: the two galleries, the new and the older items of both, and all items for the composer. */
export const LIST_NAMES = ['explore', 'effects', 'new', 'hot', 'popular'] as const
export type ListName = (typeof LIST_NAMES)[number]

export interface ListState {
  items: readonly Template[]
  totalSize: number
  /** `stored`: the list is an outdated copy, because the server has not answered yet or the request has failed (see `problem`). */
  status: 'loading' | 'stored' | 'ready'
  /** The error of the last load. The shown items stay. */
  problem: AppErrorCode | null
}
export type TemplateLists = Record<ListName, ListState>
