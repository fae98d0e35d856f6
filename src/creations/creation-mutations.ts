import { useEffect } from 'react'
import type { Creation } from '#shared/api/generation.ts'
import { hub } from '#src/hub-client/hub-client.ts'
import { proxy, useSnapshot } from '#src/store/state.ts'
import { type CreationMutation, type Mark, type Marks, type RefusedMutation, createOptimisticMutations } from './optimistic-mutations.ts'

interface MutationListener {
  /** Called when the server has applied a change, so that lists and stored copies can be updated. */
  readonly onDone?: (mutation: CreationMutation) => void
  readonly onRefused?: (refused: RefusedMutation) => void
}

export const marksNowMs = (): number => performance.now()

const optimisticMutations = createOptimisticMutations(marksNowMs, Date.now)
const changeState = proxy<{ marks: Marks }>({ marks: {} })
const listeners = new Set<MutationListener>()
const pressedIds = new Set<string>()
let isFollowing = false
let owner: string | undefined

/**
 * Applies the user's changes (removals, collection) to creations from the server. `askedAtMs` is when the list was requested:
 * changes that the server had applied by then are in the list and are skipped. Without it, all changes are applied.
 */
export function withMutations<Marked extends { readonly id: string; readonly isCollect: boolean }>(
  creations: readonly Marked[],
  marks: Marks,
  askedAtMs = Number.NEGATIVE_INFINITY,
): Marked[] {
  const valueOf = (mark: Mark | undefined) =>
    mark !== undefined && (mark.doneAtMs === null || mark.doneAtMs >= askedAtMs) ? mark.value : undefined
  return creations.flatMap((creation) => {
    const mark = marks[creation.id]
    if (valueOf(mark?.isRemoved) === true) return []
    const isCollect = valueOf(mark?.isCollect) ?? creation.isCollect
    return [isCollect === creation.isCollect ? creation : { ...creation, isCollect }]
  })
}

/** Only the changes that the server has applied. These may be written to a stored list. */
export function doneMutations(marks: Marks): Marks {
  const appliedOnly = (mark: Mark | undefined) => (mark === undefined || mark.doneAtMs === null ? undefined : mark)
  return Object.fromEntries(
    Object.entries(marks).map(([id, { isCollect, isRemoved }]) => {
      const [collected, removed] = [appliedOnly(isCollect), appliedOnly(isRemoved)]
      return [id, { ...(collected && { isCollect: collected }), ...(removed && { isRemoved: removed }) }]
    }),
  )
}

/** The changes for a component. The first use starts following the hub. */
export function useMutations(): Marks {
  useEffect(followMutations, [])
  return useSnapshot(changeState).marks
}

export function currentMutations(): Marks {
  return optimisticMutations.marks()
}

/**
 * Calls the listener for each change that the server has applied or refused, from any tab, including earlier refusals. The returned
 * function unsubscribes.
 */
export function onMutations(listener: MutationListener): () => void {
  listeners.add(listener)
  for (const refused of optimisticMutations.refused()) listener.onRefused?.(refused)
  followMutations()
  return () => listeners.delete(listener)
}

/** Stores a change with the hub. It is visible at once, and undone if the hub can't store it. */
export async function mutateCreations(id: string, mutation: CreationMutation): ReturnType<typeof hub.api.mutate> {
  followMutations()
  pressedIds.add(id)
  optimisticMutations.press(id, mutation)
  publishChanges()
  const stored = await hub.api.mutate(id, mutation)
  if (stored.ok) optimisticMutations.confirm(id)
  else optimisticMutations.withdraw(id)
  publishChanges()
  return stored
}

export function hasPressed(mutationId: string): boolean {
  return pressedIds.has(mutationId)
}

function followMutations(): void {
  if (isFollowing) return
  isFollowing = true
  hub.subscribe((topic, state) => {
    if (topic === 'identity') changeOwner(state as { readonly businessUserId: string } | null)
    if (topic === 'work') applyWork(state as { readonly mutations: Parameters<typeof book.applySnapshot>[0] })
  })
}

function applyWork({ mutations }: { readonly mutations: Parameters<typeof book.applySnapshot>[0] }): void {
  const { done, refused } = optimisticMutations.applySnapshot(mutations)
  publishChanges()
  for (const listener of listeners) {
    for (const mutation of done) listener.onDone?.(mutation)
    for (const item of refused) listener.onRefused?.(item)
  }
}

/** Discards the changes of the previous account when the account changes. */
function changeOwner(identity: { readonly businessUserId: string } | null): void {
  if (identity === null || identity.businessUserId === owner) return
  if (owner !== undefined) optimisticMutations.forget()
  owner = identity.businessUserId
  publishChanges()
}

function publishChanges(): void {
  changeState.marks = optimisticMutations.marks()
}

/** When each creation was requested from the server. Creations from a stored copy have no time. */
const requestTimes = new WeakMap<Creation, number>()

export function noteAsked(creations: readonly Creation[], atMs: number): readonly Creation[] {
  for (const creation of creations) requestTimes.set(creation, atMs)
  return creations
}

/** The creations with those changes that the server's data does not include yet. */
export function markedCreations(creations: readonly Creation[], marks: Marks): readonly Creation[] {
  if (Object.keys(marks).length === 0) return creations
  return creations.flatMap((creation) => withMutations([creation], marks, requestTimes.get(creation)))
}
