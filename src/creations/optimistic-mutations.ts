import type { Mutation, MutationItem } from '#shared/contract/hub-contract.ts'

export type CreationMutation = Extract<Mutation, { readonly kind: 'collect' | 'delete' | 'restore' }>

/** `doneAtMs`: when this tab heard that the server has done it, on the clock of the page; null as long as it waits. */
export interface Mark {
  readonly value: boolean
  readonly doneAtMs: number | null
}

interface CreationMark {
  readonly isCollect?: Mark
  readonly isRemoved?: Mark
}

/** What has been asked for on this device, by creation. */
export type Marks = Readonly<Record<string, CreationMark>>

/** A refused one, with what it asked for. */
export interface RefusedMutation extends MutationItem {
  readonly mutation: CreationMutation
}

interface Entry {
  readonly id: string
  readonly mutation: CreationMutation
  /** The hub's once it has been heard, until then what it will be about. */
  readonly createdAtMs: number
  /** pressed: nobody knows it but this tab; stored: the hub has said yes; waiting: the hub tells of it. */
  readonly phase: 'pressed' | 'stored' | 'waiting' | 'done'
  readonly doneAtMs: number | null
}

export interface Heard {
  readonly done: readonly CreationMutation[]
  readonly refused: readonly RefusedMutation[]
}

export interface OptimisticMutations {
  press(id: string, mutation: CreationMutation): void
  /** The hub has stored it. */
  confirm(id: string): void
  /** The hub could not take it. */
  withdraw(id: string): void
  /** What the hub now says; gives what has ended since. */
  hear(mutations: readonly MutationItem[]): Heard
  /** Somebody else is there now. */
  forget(): void
  /** What the hub told last of those that were refused. */
  refused(): readonly RefusedMutation[]
  marks(): Marks
}

/**
 * What this tab knows of changes to creations, in the hub's order: pressed here, waiting in the hub, done. One that the hub does not tell
 * of any more was done; a refused one never was, so what came before it counts again. `nowMs` is the time of the page, `wallMs` the hub's.
 */
export function createOptimisticMutations(nowMs: () => number, wallMs: () => number): OptimisticMutations {
  let entries: readonly Entry[] = []
  let refusals: readonly RefusedMutation[] = []

  function put(entry: Entry): void {
    entries = [...entries.filter(({ id }) => id !== entry.id), entry].sort((a, b) => a.createdAtMs - b.createdAtMs)
  }

  const take = (id: string) => {
    entries = entries.filter((entry) => entry.id !== id)
  }

  return {
    press(id, mutation) {
      const createdAtMs = Math.max(wallMs(), (entries.at(-1)?.createdAtMs ?? 0) + 1)
      put({ id, mutation, createdAtMs, phase: 'pressed', doneAtMs: null })
    },
    confirm(id) {
      entries = entries.map((entry) => (entry.id === id && entry.phase === 'pressed' ? { ...entry, phase: 'stored' } : entry))
    },
    withdraw: take,
    hear(mutations) {
      const told = mutations.flatMap(asOfCreations)
      const known = new Set(refusals.map(({ id }) => id))
      refusals = told.filter(({ state }) => state === 'refused')
      for (const { id } of refusals) take(id)
      for (const { id, mutation, createdAtMs, state } of told)
        if (state !== 'refused') put({ id, mutation, createdAtMs, phase: 'waiting', doneAtMs: null })
      const ids = new Set(told.map(({ id }) => id))
      const ended = entries.filter(({ id, phase }) => (phase === 'stored' || phase === 'waiting') && !ids.has(id))
      for (const entry of ended) put({ ...entry, phase: 'done', doneAtMs: nowMs() })
      return { done: ended.map(({ mutation }) => mutation), refused: refusals.filter(({ id }) => !known.has(id)) }
    },
    forget() {
      entries = []
    },
    refused: () => refusals,
    marks: () => marksOf(entries),
  }
}

function asOfCreations(item: MutationItem): readonly RefusedMutation[] {
  switch (item.mutation.kind) {
    case 'collect':
    case 'delete':
    case 'restore':
      return [{ ...item, mutation: item.mutation }]
    case 'contact':
    case 'subscribe':
      return []
  }
}

/** The last one counts, for collected and for removed. */
function marksOf(entries: readonly Entry[]): Marks {
  const marks: Record<string, Marks[string]> = {}
  for (const { mutation, doneAtMs } of entries) {
    const change =
      mutation.kind === 'collect'
        ? { isCollect: { value: mutation.op === 1, doneAtMs } }
        : { isRemoved: { value: mutation.kind === 'delete', doneAtMs } }
    for (const id of mutation.ids) marks[id] = { ...marks[id], ...change }
  }
  return marks
}
