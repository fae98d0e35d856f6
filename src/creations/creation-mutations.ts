import { useEffect } from 'react'
import type { Creation } from '#shared/api/generation.ts'
import { hub } from '#src/hub-client/hub-client.ts'
import { proxy, useSnapshot } from '#src/store/state.ts'
import {
  type CreationMutation,
  type LocalChange,
  type LocalChanges,
  type RefusedMutation,
  createOptimisticMutations,
} from './optimistic-mutations.ts'

interface MutationListener {
  /** Called when the server has applied a change, so that lists and stored copies can be updated. */
  readonly onDone?: (mutation: CreationMutation) => void
  readonly onRefused?: (refused: RefusedMutation) => void
}

export const changesNowMs = (): number => performance.now()

const optimisticMutations = createOptimisticMutations(changesNowMs, Date.now)
const changeState = proxy<{ localChanges: LocalChanges }>({ localChanges: {} })
const listeners = new Set<MutationListener>()
const pressedIds = new Set<string>()
let isFollowing = false
let owner: string | undefined

/**
 * Applies the user's changes (removals, collection) to creations from the server. `askedAtMs` is when the list was requested: changes that
 * the server had applied by then are in the list and are skipped. Without `askedAtMs`, all changes are applied.
 */
export function withMutations<Marked extends { readonly id: string; readonly isCollect: boolean }>(
  creations: readonly Marked[],
  localChanges: LocalChanges,
  askedAtMs = Number.NEGATIVE_INFINITY,
): Marked[] {
  const valueOf = (change: LocalChange | undefined) =>
    change !== undefined && (change.doneAtMs === null || change.doneAtMs >= askedAtMs) ? change.value : undefined
  return creations.flatMap((creation) => {
    const creationChanges = localChanges[creation.id]
    if (valueOf(creationChanges?.isRemoved) === true) return []
    const isCollect = valueOf(creationChanges?.isCollect) ?? creation.isCollect
    return [isCollect === creation.isCollect ? creation : { ...creation, isCollect }]
  })
}

/** The changes that the server has applied, without pending ones. Only these may be written into a stored list. */
export function doneMutations(localChanges: LocalChanges): LocalChanges {
  const appliedOnly = (change: LocalChange | undefined) => (change === undefined || change.doneAtMs === null ? undefined : change)
  return Object.fromEntries(
    Object.entries(localChanges).map(([id, { isCollect, isRemoved }]) => {
      const [collectChange, removeChange] = [appliedOnly(isCollect), appliedOnly(isRemoved)]
      return [id, { ...(collectChange && { isCollect: collectChange }), ...(removeChange && { isRemoved: removeChange }) }]
    }),
  )
}

/** The user's changes on this device, for a component. The first use starts following the hub. */
export function useMutations(): LocalChanges {
  useEffect(followMutations, [])
  return useSnapshot(changeState).localChanges
}

export function currentMutations(): LocalChanges {
  return optimisticMutations.localChanges()
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
  const answer = await hub.api.mutate(id, mutation)
  if (answer.ok) optimisticMutations.confirm(id)
  else optimisticMutations.withdraw(id)
  publishChanges()
  return answer
}

export function hasPressed(mutationId: string): boolean {
  return pressedIds.has(mutationId)
}

function followMutations(): void {
  if (isFollowing) return
  isFollowing = true
  hub.subscribe((topic, state) => {
    if (topic === 'identity') changeOwner(state as { readonly businessUserId: string } | null)
    if (topic === 'work') applyWork(state as { readonly mutations: Parameters<typeof optimisticMutations.applySnapshot>[0] })
  })
}

function applyWork({ mutations }: { readonly mutations: Parameters<typeof optimisticMutations.applySnapshot>[0] }): void {
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
  changeState.localChanges = optimisticMutations.localChanges()
}

/** When each creation was requested from the server. Creations from a stored copy have no time. */
const requestTimes = new WeakMap<Creation, number>()

export function noteRequestTime(creations: readonly Creation[], atMs: number): readonly Creation[] {
  for (const creation of creations) requestTimes.set(creation, atMs)
  return creations
}

/** The creations with those changes that the server's data does not include yet. */
export function withLocalChanges(creations: readonly Creation[], localChanges: LocalChanges): readonly Creation[] {
  if (Object.keys(localChanges).length === 0) return creations
  return creations.flatMap((creation) => withMutations([creation], localChanges, requestTimes.get(creation)))
}
