// createFakeHub({random}) is one hub and its server, as tabs see them. Mutations wait, are sent in order, and are done or refused. Each
// tab receives each state later, in order. addTab() adds a tab with its `OptimisticMutations`; press() is a user's press in a tab;
// step() runs one event, chosen by `random`; drain() runs all waiting events; serverState(id) is a creation's state on the server.
import type { Mutation, MutationItem } from '#shared/contract/hub-contract.ts'
import { mutationSchema } from '#shared/storage/hub-records.ts'
import { type CreationMutation, type OptimisticMutations, createOptimisticMutations } from '#src/creations/optimistic-mutations.ts'

interface Tab {
  readonly mutationStore: OptimisticMutations
  readonly inbox: (readonly MutationItem[])[]
  /** The ids of this tab's mutations whose storage the hub has acknowledged. */
  readonly acks: string[]
}

export interface ServerState {
  readonly isCollect: boolean
  readonly isRemoved: boolean
}

export function createFakeHub({ random }: { readonly random: () => number }) {
  let nowMs = 0
  let lastCreatedAtMs = 0
  let rows: readonly MutationItem[] = []
  const tabs: Tab[] = []
  const serverStates = new Map<string, ServerState>()
  const unstoredPresses: { tab: Tab; id: string; mutation: CreationMutation }[] = []

  const serverState = (id: string): ServerState => serverStates.get(id) ?? { isCollect: false, isRemoved: false }
  const publish = (nextRows: readonly MutationItem[]) => {
    rows = nextRows
    for (const tab of tabs) tab.inbox.push(nextRows)
  }

  function store(): void {
    const [firstPress] = unstoredPresses.splice(0, 1)
    if (firstPress === undefined) return
    mutationSchema.parse(firstPress.mutation)
    lastCreatedAtMs = Math.max(nowMs, lastCreatedAtMs + 1)
    publish([...rows, { id: firstPress.id, mutation: firstPress.mutation, state: 'queued', createdAtMs: lastCreatedAtMs, error: null }])
    firstPress.tab.acks.push(firstPress.id)
  }

  /** Adds a newsletter subscription, a mutation that another part of the page sends to the same hub. */
  function subscribe(): void {
    lastCreatedAtMs = Math.max(nowMs, lastCreatedAtMs + 1)
    const mutation = { kind: 'subscribe', email: 'ann@example.org' } as const
    publish([...rows, { id: `newsletter-${lastCreatedAtMs}`, mutation, state: 'queued', createdAtMs: lastCreatedAtMs, error: null }])
  }

  function send(): void {
    const row = rows.find(({ state }) => state !== 'refused')
    if (row === undefined) return
    if (isRefused(row.mutation)) publish(rows.map((item) => (item === row ? { ...item, state: 'refused' as const } : item)))
    else {
      apply(row.mutation)
      publish(rows.filter((item) => item !== row))
    }
  }

  /** The server refuses to collect a removed creation, and sometimes refuses for other reasons. */
  function isRefused(mutation: Mutation): boolean {
    if (mutation.kind === 'collect' && mutation.ids.some((id) => serverState(id).isRemoved)) return true
    return random() < 0.15
  }

  function apply(mutation: Mutation): void {
    if (!('ids' in mutation)) return
    for (const id of mutation.ids) {
      const change = mutation.kind === 'collect' ? { isCollect: mutation.op === 1 } : { isRemoved: mutation.kind === 'delete' }
      serverStates.set(id, { ...serverState(id), ...change })
    }
  }

  function notify(tab: Tab): boolean {
    const snapshot = tab.inbox.shift()
    if (snapshot !== undefined) tab.mutationStore.applySnapshot(snapshot)
    return snapshot !== undefined
  }

  function acknowledge(tab: Tab): void {
    const id = tab.acks.shift()
    if (id !== undefined) tab.mutationStore.confirm(id)
  }

  function step(): void {
    nowMs += 1
    const tab = tabs[Math.floor(random() * tabs.length)]!
    const acts = [store, send, subscribe, () => notify(tab), () => notify(tab), () => acknowledge(tab)]
    acts[Math.floor(random() * acts.length)]!()
  }

  return {
    serverState,
    step,
    nowMs: () => nowMs,
    addTab(): OptimisticMutations {
      const mutationStore = createOptimisticMutations(
        () => nowMs,
        () => nowMs,
      )
      tabs.push({ mutationStore, inbox: [], acks: [] })
      mutationStore.applySnapshot(rows)
      return mutationStore
    },
    press(mutationStore: OptimisticMutations, id: string, mutation: CreationMutation): void {
      mutationStore.press(id, mutation)
      unstoredPresses.push({ tab: tabs.find((tab) => tab.mutationStore === mutationStore)!, id, mutation })
    },
    drain(): void {
      while (unstoredPresses.length > 0) store()
      while (rows.some(({ state }) => state !== 'refused')) send()
      nowMs += 1
      for (const tab of tabs) {
        while (tab.acks.length > 0) acknowledge(tab)
        while (notify(tab));
      }
    },
  }
}
