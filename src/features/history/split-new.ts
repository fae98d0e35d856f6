import type { Creation } from '#shared/api/generation.ts'

interface SplitCreations {
  readonly shown: readonly Creation[]
  /** They would push aside what is being read. */
  readonly fresh: readonly Creation[]
}

/** Holds creations back that would stand before the oldest one that was shown; older ones follow behind it and move nothing. */
export function splitNew(creations: readonly Creation[], shownIds: ReadonlySet<string>): SplitCreations {
  const seen = creations.filter(({ id }) => shownIds.has(id))
  if (seen.length === 0) return { shown: creations, fresh: [] }
  const oldest = Math.min(...seen.map(({ createdAt }) => createdAt))
  const isFresh = ({ id, createdAt }: Creation) => !shownIds.has(id) && createdAt > oldest
  return { shown: creations.filter((creation) => !isFresh(creation)), fresh: creations.filter(isFresh) }
}
