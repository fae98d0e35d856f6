import type { Template, TemplateList } from '#shared/api/templates.ts'
import type { Result } from '#shared/result.ts'
import { fail, ok } from '#shared/result.ts'
import type { StoredTemplateList } from '#shared/storage/template-list-record.ts'
import { NO_ANSWER_CODE } from '#shared/api/error-codes.ts'
import { LISTS_FRESH_MS } from '#shared/domain/gallery-rules.ts'
import { templateSlug } from '#shared/domain/detail-path.ts'
import type { AppErrorCode } from '#shared/app-error.ts'
import type { ListCache } from '#src/platform/list-cache.ts'
import { createListCache } from '#src/platform/list-cache.ts'

interface TemplateSource {
  /** Tells first when the answer is one that was kept, because the server could not be heard. */
  readonly read: (shelf: Shelf, onKept: () => void) => Promise<Result<TemplateList>>
  readonly readByPath: (path: string) => Promise<Result<Template>>
  readonly readById: (id: string) => Promise<Result<Template>>
  readonly readStored: (shelf: Shelf) => Promise<StoredTemplateList | undefined>
  readonly store: (shelf: Shelf, list: StoredTemplateList) => Promise<unknown>
  readonly nowMs: () => number
}

interface TemplateReader {
  /** Shows what this device holds at once and asks the server when that is older than LISTS_FRESH_MS. Never rejects. */
  load(shelf: Shelf): Promise<void>
  /** Asks for a shelf that is shown, however fresh it is. Never rejects. */
  renew(shelf: Shelf): Promise<void>
  /** By id or the last segment of an address. Errors: H4001 when there is none, else why it could not be asked. */
  find(idOrSlug: string): Promise<Result<Template>>
}

/** A person may ask for these by a broken address; there is never such an item. */
const NO_IDS = new Set(['', '-1'])
/** Also the answer to what is no id at all, as a segment that is too long. */
const NOWHERE = fail({ code: 'H4001', retry: 'never' } as const)
/** Every item stands on one of these two. */
const COMPLETE_SHELVES = ['explore', 'effects'] as const

/**
 *   loading ---> ready    (the server has answered, now or less than LISTS_FRESH_MS ago)
 *      \-------> stored   (this device remembers, the server has not answered yet, or not well: see `problem`)
 * What was shown stays until something newer takes its place.
 */
export function createTemplateLists(state: TemplateLists, keep: <T extends object>(items: T) => T, source: TemplateSource): TemplateReader {
  const caches = new Map<Shelf, ListCache>()

  /** The one of a shelf that was asked for. */
  function cacheOf(shelf: Shelf): ListCache {
    const known = caches.get(shelf) ?? createCache(shelf)
    caches.set(shelf, known)
    return known
  }

  function createCache(shelf: Shelf): ListCache {
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

  function show(shelf: Shelf, items: readonly Template[], totalSize: number, status: 'stored' | 'ready'): void {
    Object.assign(state[shelf], { items: keep(items), totalSize, status })
  }

  function known(idOrSlug: string): Template | undefined {
    for (const shelf of SHELVES) {
      const { items } = state[shelf]
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
      if (known(idOrSlug) === undefined) await Promise.all(COMPLETE_SHELVES.map((shelf) => cacheOf(shelf).remember()))
      const found = known(idOrSlug)
      return found === undefined ? ask(idOrSlug) : ok(found)
    },
  }
}

/** The lists that the server keeps: two galleries, what is new and what is not of both, and all of them for the composer. */
export const SHELVES = ['explore', 'effects', 'new', 'hot', 'popular'] as const
export type Shelf = (typeof SHELVES)[number]

export interface ShelfState {
  items: readonly Template[]
  totalSize: number
  /** `stored`: shown from this device, the server has not been heard yet. */
  status: 'loading' | 'stored' | 'ready'
  /** Why the last load failed; what is shown stays. */
  problem: AppErrorCode | null
}
export type TemplateLists = Record<Shelf, ShelfState>
