import { useEffect } from 'react'
import { hub } from '#src/platform/hub-client.ts'
import { type CreationMutation, type Mark, type Marks, type RefusedMutation, createOptimisticMutations } from './optimistic-mutations.ts'
import { proxy, useSnapshot } from '#src/platform/state.ts'

interface MarkListener {
  /** The server has done it: a list that shows it can be read anew, and what is stored of it put right. */
  readonly onDone?: (mutation: CreationMutation) => void
  readonly onRefused?: (refused: RefusedMutation) => void
}

export const marksNowMs = (): number => performance.now()

const book = createOptimisticMutations(marksNowMs, Date.now)
const markState = proxy<{ marks: Marks }>({ marks: {} })
const listeners = new Set<MarkListener>()
const pressedIds = new Set<string>()
let isFollowing = false
let owner: string | undefined

/**
 * Creations as they will be: without those that are removed, collected as asked for. `askedAtMs`: when the list was asked for from the
 * server; what was done before is in it, and a mark never counts against it. Without it all marks count, as for a list stored earlier.
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

/** Only what the server has done: what may be written into a stored list. */
export function doneMutations(marks: Marks): Marks {
  const done = (mark: Mark | undefined) => (mark === undefined || mark.doneAtMs === null ? undefined : mark)
  return Object.fromEntries(
    Object.entries(marks).map(([id, { isCollect, isRemoved }]) => {
      const [collected, removed] = [done(isCollect), done(isRemoved)]
      return [id, { ...(collected && { isCollect: collected }), ...(removed && { isRemoved: removed }) }]
    }),
  )
}

/** The marks for a component, from the hub's first word on. */
export function useMutations(): Marks {
  useEffect(followMutations, [])
  return useSnapshot(markState).marks
}

export function currentMutations(): Marks {
  return book.marks()
}

/** Hears what becomes of changes to creations, made in whichever tab, and at once of those that are refused already. Returns how to stop. */
export function onMutations(listener: MarkListener): () => void {
  listeners.add(listener)
  for (const refused of book.refused()) listener.onRefused?.(refused)
  followMutations()
  return () => listeners.delete(listener)
}

/** Stores a change with the hub; its marks are there at once, and gone again when the hub cannot take it. */
export async function mutateCreations(id: string, mutation: CreationMutation): ReturnType<typeof hub.api.mutate> {
  followMutations()
  pressedIds.add(id)
  book.press(id, mutation)
  show()
  const stored = await hub.api.mutate(id, mutation)
  if (stored.ok) book.confirm(id)
  else book.withdraw(id)
  show()
  return stored
}

/** Whether this tab has asked for the change. */
export function hasPressed(mutationId: string): boolean {
  return pressedIds.has(mutationId)
}

function followMutations(): void {
  if (isFollowing) return
  isFollowing = true
  hub.subscribe((topic, state) => {
    if (topic === 'identity') takeOwner(state as { readonly businessUserId: string } | null)
    if (topic === 'work') take(state as { readonly mutations: Parameters<typeof book.hear>[0] })
  })
}

function take({ mutations }: { readonly mutations: Parameters<typeof book.hear>[0] }): void {
  const { done, refused } = book.hear(mutations)
  show()
  for (const listener of listeners) {
    for (const mutation of done) listener.onDone?.(mutation)
    for (const item of refused) listener.onRefused?.(item)
  }
}

/** Marks belong to whoever made them. */
function takeOwner(identity: { readonly businessUserId: string } | null): void {
  if (identity === null || identity.businessUserId === owner) return
  if (owner !== undefined) book.forget()
  owner = identity.businessUserId
  show()
}

function show(): void {
  markState.marks = book.marks()
}
