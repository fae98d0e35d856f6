import type { Template, TemplateList } from '#shared/api/templates.ts'
import { type Result, type AppErrorCode, fail, ok } from '#shared/result.ts'
import type { StoredTemplateList } from '#shared/storage/page-records.ts'
import { NO_ANSWER_CODE } from '#shared/error-codes.ts'
import { LISTS_FRESH_MS } from '#shared/domain/gallery-rules.ts'
import { templateSlug } from '#shared/domain/detail-path.ts'
import { type ListCache, createListCache } from '#src/store/list-cache.ts'

interface TemplateSource {
  /** The callback is called first for an answer from the cache, when the server was unreachable. */
  readonly read: (shelf: ListName, onKept: () => void) => Promise<Result<TemplateList>>
  readonly readByPath: (path: string) => Promise<Result<Template>>
  readonly readById: (id: string) => Promise<Result<Template>>
  readonly readStored: (shelf: ListName) => Promise<StoredTemplateList | undefined>
  readonly store: (shelf: ListName, list: StoredTemplateList) => Promise<unknown>
  readonly nowMs: () => number
}

interface TemplateReader {
  /** Shows the stored list at once and loads it if it is older than LISTS_FRESH_MS. Never rejects. */
  load(shelf: ListName): Promise<void>
  /** Reloads a list that is shown. Never rejects. */
  renew(shelf: ListName): Promise<void>
  /** By id or the last segment of an address. Errors: H4001 for an unknown item, else the error of the request. */
  find(idOrSlug: string): Promise<Result<Template>>
}

/** Broken addresses lead to these ids. No such item exists. */
const NO_IDS = new Set(['', '-1'])
/** Also the answer to an invalid id, such as an overlong segment. */
const NOWHERE = fail({ code: 'H4001', retry: 'never' } as const)
/** Each item is in one of these two. */
const COMPLETE_LISTS = ['explore', 'effects'] as const

/**
 *   loading ---> ready    (the server has answered, now or less than LISTS_FRESH_MS ago)
 *      \-------> stored   (a copy on this device; the server has not answered, or with an error: see `problem`)
 * The shown list stays until a newer one replaces it.
 */
export function createTemplateReader(
  state: TemplateLists,
  keep: <T extends object>(items: T) => T,
  source: TemplateSource,
): TemplateReader {
  const caches = new Map<ListName, ListCache>()
  /** Single items, which were requested outside of the lists. */
  const single: Template[] = []

  /** The cache of one list. */
  function cacheOf(shelf: ListName): ListCache {
    const known = caches.get(shelf) ?? createCache(shelf)
    caches.set(shelf, known)
    return known
  }

  function createCache(shelf: ListName): ListCache {
    return createListCache({
      nowMs: source.nowMs,
      freshMs: LISTS_FRESH_MS,
      async showCopy() {
        const stored = await source.readStored(shelf)
        if (stored === undefined || state[shelf].status !== 'loading') return undefined
        const ageMs = source.nowMs() - stored.storedAtMs
        show(shelf, stored.items, stored.totalSize, ageMs >= 0 && ageMs < LISTS_FRESH_MS ? 'ready' : 'stored')
        return stored.storedAtMs
      },
      async ask({ askedAtMs }) {
        state[shelf].problem = null
        let wasKept = false
        const answer = await source.read(shelf, () => (wasKept = true))
        if (!answer.ok) {
          state[shelf].problem = answer.error.code
          return false
        }
        const { data: items, totalSize } = answer.value
        if (wasKept) {
          if (state[shelf].status === 'loading') show(shelf, items, totalSize, 'stored')
          state[shelf].problem = NO_ANSWER_CODE
          return false
        }
        show(shelf, items, totalSize, 'ready')
        await source.store(shelf, { items, totalSize, storedAtMs: askedAtMs })
        return true
      },
    })
  }

  function show(shelf: ListName, items: readonly Template[], totalSize: number, status: 'stored' | 'ready'): void {
    Object.assign(state[shelf], { items: keep(shareStrings(items)), totalSize, status })
  }

  function known(idOrSlug: string): Template | undefined {
    for (const items of [...LIST_NAMES.map((shelf) => state[shelf].items), single]) {
      const found = items.find((item) => templateSlug(item) === idOrSlug) ?? items.find(({ id }) => id === idOrSlug)
      if (found !== undefined) return found
    }
    return undefined
  }

  async function ask(idOrSlug: string): Promise<Result<Template>> {
    const byPath = await source.readByPath(idOrSlug)
    if (byPath.ok || (byPath.error.code !== 'H4001' && byPath.error.code !== 'H3000')) return byPath
    const byId = await source.readById(idOrSlug)
    return !byId.ok && byId.error.code === 'H3000' ? NOWHERE : byId
  }

  return {
    load: (shelf) => cacheOf(shelf).load(),
    async renew(shelf) {
      if (state[shelf].status !== 'loading' || caches.get(shelf)?.busy() !== undefined) await cacheOf(shelf).reload()
    },
    async find(idOrSlug) {
      if (NO_IDS.has(idOrSlug)) return NOWHERE
      if (known(idOrSlug) === undefined) await Promise.all(COMPLETE_LISTS.map((shelf) => cacheOf(shelf).remember()))
      const found = known(idOrSlug)
      if (found !== undefined) return ok(found)
      const answer = await ask(idOrSlug)
      if (answer.ok) single.push(answer.value)
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
  const share = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(share)
    if (typeof value !== 'string') return value
    const copy = copies.get(value) ?? value
    copies.set(copy, copy)
    return copy
  }
  for (const item of items) for (const [name, value] of Object.entries(item)) Reflect.set(item, name, share(value))
  return items
}

/** The server's lists: both galleries, new and older items of both, and all items for the composer. */
export const LIST_NAMES = ['explore', 'effects', 'new', 'hot', 'popular'] as const
export type ListName = (typeof LIST_NAMES)[number]

export interface ListState {
  items: readonly Template[]
  totalSize: number
  /** `stored`: the copy on this device, before the server's answer. */
  status: 'loading' | 'stored' | 'ready'
  /** Why the last load failed; the shown items stay. */
  problem: AppErrorCode | null
}
export type TemplateLists = Record<ListName, ListState>
