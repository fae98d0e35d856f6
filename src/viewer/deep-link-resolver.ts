import type { Creation, History } from '#shared/api/generation.ts'
import type { Template } from '#shared/api/templates.ts'
import type { TaskState } from '#shared/domain/task.ts'
import type { ViewerItem, ViewerOpening } from '#src/routing/viewer-adapter.ts'
import { type ViewerTarget, viewerSegments, viewerTarget } from '#shared/domain/viewer-address.ts'
import { type Result, ok } from '#shared/result.ts'
import { viewerItemPath } from '#src/routing/open-viewer.ts'

export const SURROUNDING_PAGE_SIZE = 100
/** The number of history pages that are searched for a creation. Of an older one, only the neighbours stored on this device are shown. */
export const MOST_SURROUNDING_PAGES = 10
/** How long an item that was found in advance is valid, in ms. After that, the identity may have changed. */
export const PREFETCH_MS = 5000

export interface DeepLinkSource {
  readonly findTemplate: (idOrSlug: string) => Promise<Result<Template>>
  readonly findCreation: (taskId: string) => Promise<Result<Creation>>
  readonly readList: (listName: 'explore' | 'effects') => Promise<readonly Template[]>
  readonly readHistory: (taskStatus: TaskState, curPage: number, pageSize: number) => Promise<Result<History>>
  readonly storedCreations: () => Promise<readonly Creation[]>
  readonly nowMs: () => number
}

/** The list around an item, without the item's index. */
export type Surroundings = Omit<ViewerOpening, 'index'>

export interface DeepLinkResolver {
  /** Finds the item of an address; offline, on this device. Error H4001 for an unknown item. */
  readonly find: (target: ViewerTarget) => Promise<Result<ViewerItem>>
  /** Finds an item before a redirect to the item's address. The next `find` of the item then needs no request. */
  readonly prefetch: DeepLinkResolver['find']
  /** The list that contains the item; empty if it can't be loaded. */
  readonly findSurroundings: (item: ViewerItem) => Promise<Surroundings>
}

export function createDeepLinkResolver(source: DeepLinkSource): DeepLinkResolver {
  let prefetched: { readonly item: ViewerItem; readonly atMs: number } | null = null

  function consumePrefetched(target: ViewerTarget): ViewerItem | null {
    const consumed = prefetched
    prefetched = null
    if (consumed === null || source.nowMs() - consumed.atMs > PREFETCH_MS) return null
    return targetKey(viewerTarget(viewerSegments(viewerItemPath(consumed.item)))) === targetKey(target) ? consumed.item : null
  }

  async function find(target: ViewerTarget): Promise<Result<ViewerItem>> {
    const prefetchedItem = consumePrefetched(target)
    if (prefetchedItem !== null) return ok(prefetchedItem)
    if (target.kind === 'creation') return findCreation(target.id)
    const answer = await source.findTemplate(target.idOrSlug)
    return answer.ok ? ok(templateItem(answer.value)) : answer
  }

  async function findCreation(id: string): Promise<Result<ViewerItem>> {
    const answer = await source.findCreation(id)
    if (answer.ok) return ok(mediaItem(answer.value))
    // The stored copy is not used after a rejection: another account may use this device now.
    if (answer.error.retry === 'never') return answer
    const stored = (await source.storedCreations()).find((creation) => creation.id === id)
    return stored === undefined ? answer : ok(mediaItem(stored))
  }

  async function findAroundCreation({ id, status }: Creation): Promise<Surroundings> {
    const readPage = (curPage: number) => source.readHistory(status, curPage, SURROUNDING_PAGE_SIZE)
    const items: Creation[] = []
    for (let curPage = 1; curPage <= MOST_SURROUNDING_PAGES; curPage += 1) {
      const answer = await readPage(curPage)
      if (!answer.ok) break
      items.push(...answer.value.data)
      if (items.some((creation) => creation.id === id)) return { items: items.map(mediaItem), loadMore: loadPagesFrom(readPage) }
      if (items.length >= answer.value.totalSize) break
    }
    const stored = (await source.storedCreations()).filter((creation) => creation.status === status)
    return { items: stored.some((creation) => creation.id === id) ? stored.map(mediaItem) : [] }
  }

  return {
    find,
    async prefetch(target) {
      const answer = await find(target)
      prefetched = answer.ok ? { item: answer.value, atMs: source.nowMs() } : null
      return answer
    },
    async findSurroundings(item) {
      if (item.kind === 'media') return findAroundCreation(item.creation)
      const templates = await source.readList(item.kind === 'effect' ? 'effects' : 'explore')
      return { items: templates.map(templateItem) }
    },
  }
}

function loadPagesFrom(readPage: (curPage: number) => Promise<Result<History>>): NonNullable<ViewerOpening['loadMore']> {
  return async (itemCount) => {
    const answer = await readPage(Math.floor(itemCount / SURROUNDING_PAGE_SIZE) + 1)
    return answer.ok ? answer.value.data.map(mediaItem) : null
  }
}

function targetKey(target: ViewerTarget): string {
  return target.kind === 'creation' ? `creation:${target.id}` : `template:${target.idOrSlug}`
}

function mediaItem(creation: Creation): ViewerItem {
  return { kind: 'media', creation }
}

function templateItem(template: Template): ViewerItem {
  return { kind: template.bizType === 'TEMPLATE' ? 'effect' : 'explore', template }
}
