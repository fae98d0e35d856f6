import type { Template, TemplateList } from '#shared/api/templates.ts'
import type { Result } from '#shared/result.ts'
import { fail, ok } from '#shared/result.ts'
import type { StoredTemplateList } from '#shared/storage/template-list-record.ts'
import { NO_ANSWER_CODE } from '#shared/api/error-codes.ts'
import { LISTS_FRESH_MS } from '#shared/domain/gallery-rules.ts'
import { templateSlug } from '#shared/domain/detail-path.ts'
import type { AppErrorCode } from '#shared/app-error.ts'

interface TemplateSource {
  /** `onKept` is called first when the answer comes from the cache, because the server could not be reached. */
  readonly read: (shelf: ListName, onKept: () => void) => Promise<Result<TemplateList>>
  readonly readByPath: (path: string) => Promise<Result<Template>>
  readonly readById: (id: string) => Promise<Result<Template>>
  readonly readStored: (shelf: ListName) => Promise<StoredTemplateList | undefined>
  readonly store: (shelf: ListName, list: StoredTemplateList) => Promise<unknown>
  readonly nowMs: () => number
}

interface TemplateReader {
  /** Shows the stored list at once and loads it when older than LISTS_FRESH_MS. Never rejects. */
  load(shelf: ListName): Promise<void>
  /** Reloads a list that is shown. Never rejects. */
  renew(shelf: ListName): Promise<void>
  /** By id or the last segment of an address. Errors: H4001 for an unknown item, else why the request failed. */
  find(idOrSlug: string): Promise<Result<Template>>
}

/** Broken addresses lead to these; no such item exists. */
const NO_IDS = new Set(['', '-1'])
/** Also the answer to an invalid id, such as an overlong segment. */
const NOWHERE = fail({ code: 'H4001', retry: 'never' } as const)
/** Every item is in one of these two. */
const COMPLETE_LISTS = ['explore', 'effects'] as const

/**
 *   loading ---> ready    (the server has answered, now or less than LISTS_FRESH_MS ago)
 *      \-------> stored   (this device remembers, the server has not answered yet, or not well: see `problem`)
 * Calls for one shelf that meet share one load. What was shown stays until something newer takes its place.
 */
export function createTemplateLists(state: TemplateLists, keep: <T extends object>(items: T) => T, source: TemplateSource): TemplateReader {
  const loads = new Map<ListName, Promise<void>>()
  const remembered = new Map<ListName, Promise<void>>()
  const heardAtMs = new Map<ListName, number>()

  function isFresh(shelf: ListName): boolean {
    const ageMs = source.nowMs() - (heardAtMs.get(shelf) ?? -Infinity)
    return ageMs >= 0 && ageMs < LISTS_FRESH_MS
  }

  function remember(shelf: ListName): Promise<void> {
    const known = remembered.get(shelf) ?? showStored(shelf)
    remembered.set(shelf, known)
    return known
  }

  async function showStored(shelf: ListName): Promise<void> {
    const stored = await source.readStored(shelf)
    if (stored === undefined || state[shelf].status !== 'loading') return
    heardAtMs.set(shelf, stored.storedAtMs)
    show(shelf, stored.items, stored.totalSize, isFresh(shelf) ? 'ready' : 'stored')
  }

  async function loadNow(shelf: ListName): Promise<void> {
    await remember(shelf)
    if (isFresh(shelf)) return
    state[shelf].problem = null
    const askedAtMs = source.nowMs()
    let wasKept = false
    const answer = await source.read(shelf, () => (wasKept = true))
    if (!answer.ok) {
      state[shelf].problem = answer.error.code
      return
    }
    const { data: items, totalSize } = answer.value
    if (wasKept) {
      if (state[shelf].status === 'loading') show(shelf, items, totalSize, 'stored')
      state[shelf].problem = NO_ANSWER_CODE
      return
    }
    heardAtMs.set(shelf, askedAtMs)
    show(shelf, items, totalSize, 'ready')
    await source.store(shelf, { items, totalSize, storedAtMs: askedAtMs })
  }

  function show(shelf: ListName, items: readonly Template[], totalSize: number, status: 'stored' | 'ready'): void {
    Object.assign(state[shelf], { items: keep(items), totalSize, status })
  }

  function known(idOrSlug: string): Template | undefined {
    for (const shelf of LIST_NAMES) {
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

  function load(shelf: ListName): Promise<void> {
    const mine = loads.get(shelf) ?? loadNow(shelf).finally(() => loads.delete(shelf))
    loads.set(shelf, mine)
    return mine
  }

  return {
    load,
    async renew(shelf) {
      await loads.get(shelf)
      if (state[shelf].status === 'loading') return
      heardAtMs.delete(shelf)
      await load(shelf)
    },
    async find(idOrSlug) {
      if (NO_IDS.has(idOrSlug)) return NOWHERE
      if (known(idOrSlug) === undefined) await Promise.all(COMPLETE_LISTS.map(remember))
      const found = known(idOrSlug)
      return found === undefined ? ask(idOrSlug) : ok(found)
    },
  }
}

/** The server's lists: both galleries, new and older items of both, and all items for the composer. */
export const LIST_NAMES = ['explore', 'effects', 'new', 'hot', 'popular'] as const
export type ListName = (typeof LIST_NAMES)[number]

export interface ListState {
  items: readonly Template[]
  totalSize: number
  /** `stored`: shown from this device, the server has not answered yet. */
  status: 'loading' | 'stored' | 'ready'
  /** Why the last load failed; the shown items stay. */
  problem: AppErrorCode | null
}
export type TemplateLists = Record<ListName, ListState>
