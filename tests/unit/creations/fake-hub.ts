// createFakeHub({random}) is one hub and its server from the tabs' view. Mutations wait, are sent in order, and are done or refused. Each
// tab receives each state later, in order. addTab() adds a tab with its `OptimisticMutations`; press(tab, mutation) is a user's press;
// step() runs one event, chosen by `random`; drain() runs all of them; truth(id) is the server's state.
import type { Mutation, MutationItem } from '#shared/contract/hub-contract.ts'
import { mutationSchema } from '#shared/storage/hub-records.ts'
import { type CreationMutation, type OptimisticMutations, createOptimisticMutations } from '#src/creations/optimistic-mutations.ts'

interface Tab {
  readonly book: OptimisticMutations
  readonly inbox: (readonly MutationItem[])[]
  /** The ids of this tab's mutations whose storage the hub has acknowledged. */
  readonly acks: string[]
}

export interface Truth {
  readonly isCollect: boolean
  readonly isRemoved: boolean
}

export function createFakeHub({ random }: { readonly random: () => number }) {
  let nowMs = 0
  let lastMs = 0
  let rows: readonly MutationItem[] = []
  const tabs: Tab[] = []
  const truths = new Map<string, Truth>()
  const onTheWay: { tab: Tab; id: string; mutation: CreationMutation }[] = []

  const truth = (id: string): Truth => truths.get(id) ?? { isCollect: false, isRemoved: false }
  const publish = (next: readonly MutationItem[]) => {
    rows = next
    for (const tab of tabs) tab.inbox.push(next)
  }

  function store(): void {
    const [next] = onTheWay.splice(0, 1)
    if (next === undefined) return
    mutationSchema.parse(next.mutation)
    lastMs = Math.max(nowMs, lastMs + 1)
    publish([...rows, { id: next.id, mutation: next.mutation, state: 'queued', createdAtMs: lastMs, error: null }])
    next.tab.acks.push(next.id)
  }

  /** Adds a mutation of another part of the page to the same hub. */
  function subscribe(): void {
    lastMs = Math.max(nowMs, lastMs + 1)
    const mutation = { kind: 'subscribe', email: 'ann@example.org' } as const
    publish([...rows, { id: `newsletter-${lastMs}`, mutation, state: 'queued', createdAtMs: lastMs, error: null }])
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
    if (mutation.kind === 'collect' && mutation.ids.some((id) => truth(id).isRemoved)) return true
    return random() < 0.15
  }

  function apply(mutation: Mutation): void {
    if (!('ids' in mutation)) return
    for (const id of mutation.ids) {
      const change = mutation.kind === 'collect' ? { isCollect: mutation.op === 1 } : { isRemoved: mutation.kind === 'delete' }
      truths.set(id, { ...truth(id), ...change })
    }
  }

  function notify(tab: Tab): boolean {
    const snapshot = tab.inbox.shift()
    if (snapshot !== undefined) tab.book.applySnapshot(snapshot)
    return snapshot !== undefined
  }

  function acknowledge(tab: Tab): void {
    const id = tab.acks.shift()
    if (id !== undefined) tab.book.confirm(id)
  }

  function step(): void {
    nowMs += 1
    const tab = tabs[Math.floor(random() * tabs.length)]!
    const acts = [store, send, subscribe, () => notify(tab), () => notify(tab), () => acknowledge(tab)]
    acts[Math.floor(random() * acts.length)]!()
  }

  return {
    truth,
    step,
    nowMs: () => nowMs,
    addTab(): OptimisticMutations {
      const book = createOptimisticMutations(
        () => nowMs,
        () => nowMs,
      )
      tabs.push({ book, inbox: [], acks: [] })
      book.applySnapshot(rows)
      return book
    },
    press(book: OptimisticMutations, id: string, mutation: CreationMutation): void {
      book.press(id, mutation)
      onTheWay.push({ tab: tabs.find((tab) => tab.book === book)!, id, mutation })
    },
    drain(): void {
      while (onTheWay.length > 0) store()
      while (rows.some(({ state }) => state !== 'refused')) send()
      nowMs += 1
      for (const tab of tabs) {
        while (tab.acks.length > 0) acknowledge(tab)
        while (notify(tab));
      }
    },
  }
}
