import type { Creation } from '#shared/api/generation.ts'
import type { Marks } from '../optimistic-mutations.ts'
import { withMutations } from '../creation-mutations.ts'

/** When each creation was requested from the server; missing for those from a stored copy. */
const askedAtMs = new WeakMap<Creation, number>()

export function noteAsked(creations: readonly Creation[], atMs: number): readonly Creation[] {
  for (const creation of creations) askedAtMs.set(creation, atMs)
  return creations
}

/** The creations with the marks that are newer than the server's data. */
export function markedCreations(creations: readonly Creation[], marks: Marks): readonly Creation[] {
  if (Object.keys(marks).length === 0) return creations
  return creations.flatMap((creation) => withMutations([creation], marks, askedAtMs.get(creation)))
}
