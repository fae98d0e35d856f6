import type { Mutation, MutationItem } from '#shared/contract/hub-contract.ts'

export type CreationMutation = Extract<Mutation, { readonly kind: 'collect' | 'delete' | 'restore' }>

/**
 * A change of one property. `doneAtMs`: when this tab learned that the server has applied it, by the page's clock; null while
 * pending.
 */
export interface LocalChange {
  readonly value: boolean
  readonly doneAtMs: number | null
}

interface CreationChanges {
  readonly isCollect?: LocalChange
  readonly isRemoved?: LocalChange
}

/** The changes that were made on this device, by the id of the creation. */
export type LocalChanges = Readonly<Record<string, CreationChanges>>

export interface RefusedMutation extends MutationItem {
  readonly mutation: CreationMutation
}

interface Entry {
  readonly id: string
  readonly mutation: CreationMutation
  /** When the hub stored the change. Before that is known, this tab's estimate. */
  readonly createdAtMs: number
  /**
   * pressed: only this tab knows the change; stored: the hub has stored it; waiting: it is in the hub's snapshot; done: the server
   * has applied it.
   */
  readonly phase: 'pressed' | 'stored' | 'waiting' | 'done'
  readonly doneAtMs: number | null
}

export interface SnapshotChanges {
  readonly done: readonly CreationMutation[]
  readonly refused: readonly RefusedMutation[]
}

export interface OptimisticMutations {
  /** Applies a change that the user has just made, before the hub has stored it. */
  press(id: string, mutation: CreationMutation): void
  /** Notes that the hub has stored the change with this id. */
  confirm(id: string): void
  /** Notes that the hub could not store the change with this id. */
  withdraw(id: string): void
  /**
   * Applies a snapshot of the hub's pending changes. Returns the changes that the server has applied or refused since the previous
   * snapshot.
   */
  applySnapshot(mutations: readonly MutationItem[]): SnapshotChanges
  forget(): void
  refused(): readonly RefusedMutation[]
  localChanges(): LocalChanges
}

/**
 * The changes to creations on this device, in the hub's order. A change that is no longer in the hub's snapshot counts as applied.
 * A refused change is removed, so the earlier changes apply again. `nowMs` is the page's clock, `wallMs` the hub's.
 */
export function createOptimisticMutations(nowMs: () => number, wallMs: () => number): OptimisticMutations {
  let entries: readonly Entry[] = []
  let refusals: readonly RefusedMutation[] = []

  function setEntry(entry: Entry): void {
    entries = [...entries.filter(({ id }) => id !== entry.id), entry].sort((a, b) => a.createdAtMs - b.createdAtMs)
  }

  const removeEntry = (id: string) => {
    entries = entries.filter((entry) => entry.id !== id)
  }

  return {
    press(id, mutation) {
      const createdAtMs = Math.max(wallMs(), (entries.at(-1)?.createdAtMs ?? 0) + 1)
      setEntry({ id, mutation, createdAtMs, phase: 'pressed', doneAtMs: null })
    },
    confirm(id) {
      entries = entries.map((entry) => (entry.id === id && entry.phase === 'pressed' ? { ...entry, phase: 'stored' } : entry))
    },
    withdraw: removeEntry,
    applySnapshot(mutations) {
      const creationItems = mutations.flatMap(toCreationItems)
      const formerRefusalIds = new Set(refusals.map(({ id }) => id))
      refusals = creationItems.filter(({ state }) => state === 'refused')
      for (const { id } of refusals) removeEntry(id)
      for (const { id, mutation, createdAtMs, state } of creationItems)
        if (state !== 'refused') setEntry({ id, mutation, createdAtMs, phase: 'waiting', doneAtMs: null })
      const reportedIds = new Set(creationItems.map(({ id }) => id))
      const endedEntries = entries.filter(({ id, phase }) => (phase === 'stored' || phase === 'waiting') && !reportedIds.has(id))
      for (const entry of endedEntries) setEntry({ ...entry, phase: 'done', doneAtMs: nowMs() })
      return { done: endedEntries.map(({ mutation }) => mutation), refused: refusals.filter(({ id }) => !formerRefusalIds.has(id)) }
    },
    forget() {
      entries = []
    },
    refused: () => refusals,
    localChanges: () => localChangesOf(entries),
  }
}

function toCreationItems(item: MutationItem): readonly RefusedMutation[] {
  switch (item.mutation.kind) {
    case 'collect':
    case 'delete':
    case 'restore':
      return [{ ...item, mutation: item.mutation }]
    case 'cancel':
    case 'contact':
    case 'subscribe':
      return []
  }
}

/** The current value of each property. The last change wins, separately for collecting and removing. */
function localChangesOf(entries: readonly Entry[]): LocalChanges {
  const localChanges: Record<string, LocalChanges[string]> = {}
  for (const { mutation, doneAtMs } of entries) {
    const change =
      mutation.kind === 'collect'
        ? { isCollect: { value: mutation.op === 1, doneAtMs } }
        : { isRemoved: { value: mutation.kind === 'delete', doneAtMs } }
    for (const id of mutation.ids) localChanges[id] = { ...localChanges[id], ...change }
  }
  return localChanges
}
