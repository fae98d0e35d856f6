import type { Creation } from '#shared/api/generation.ts'
import type { Marks } from '../optimistic-mutations.ts'
import { withMutations } from '../creation-mutations.ts'

/** When each creation was asked for from the server; one that this device kept has no such moment. */
const askedAtMs = new WeakMap<Creation, number>()

export function noteAsked(creations: readonly Creation[], atMs: number): readonly Creation[] {
  for (const creation of creations) askedAtMs.set(creation, atMs)
  return creations
}

/** Each with the marks that are newer than what the server said of it. */
export function markedCreations(creations: readonly Creation[], marks: Marks): readonly Creation[] {
  if (Object.keys(marks).length === 0) return creations
  return creations.flatMap((creation) => withMutations([creation], marks, askedAtMs.get(creation)))
}
