import type { Creation } from '#shared/api/generation.ts'

/** Newer facts over older ones, each id once, newest first; the takes of a batch as the newer facts have them. */
export function mergeCreations(fresh: readonly Creation[], known: readonly Creation[]): Creation[] {
  const byId = new Map(fresh.map((creation) => [creation.id, creation]))
  for (const creation of known) if (!byId.has(creation.id)) byId.set(creation.id, creation)
  return [...byId.values()].sort((a, b) => b.createdAt - a.createdAt || byText(a.batchId, b.batchId))
}

function byText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/**
 * The first page as the server tells it, followed by what is older and was loaded before; what vanished from the page is gone.
 * A page that shares nothing with what is known leaves a gap behind it, so only the page stays.
 */
export function takeFirstPage(page: readonly Creation[], known: readonly Creation[], totalSize: number): Creation[] {
  if (page.length >= totalSize) return mergeCreations(page, [])
  const pageIds = new Set(page.map(({ id }) => id))
  const lastShared = known.findLastIndex(({ id }) => pageIds.has(id))
  if (lastShared < 0) return mergeCreations(page, [])
  const oldest = Math.min(...page.map(({ createdAt }) => createdAt))
  // The takes of a batch are of one moment, and a page may end among them.
  const isBehind = ({ createdAt }: Creation, index: number) => createdAt < oldest || (createdAt === oldest && index > lastShared)
  return mergeCreations(page, known.filter(isBehind))
}
