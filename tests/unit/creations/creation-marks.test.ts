import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Mutation, MutationItem } from '#shared/contract/hub-contract.ts'
import { doneMutations, withMutations } from '#src/creations/creation-mutations.ts'
import { type CreationMutation, createOptimisticMutations } from '#src/creations/optimistic-mutations.ts'
import { createFakeHub } from './fake-hub.ts'

const CREATION_LIST = [
  { id: 'a', isCollect: false },
  { id: 'b', isCollect: true },
]
const deleteMutation: CreationMutation = { kind: 'delete', ids: ['a'] }
const restoreMutation: CreationMutation = { kind: 'restore', ids: ['a'] }
const uncollectMutation: CreationMutation = { kind: 'collect', ids: ['b'], op: 0 }

function item(id: string, mutation: Mutation, createdAtMs: number, state: MutationItem['state'] = 'queued'): MutationItem {
  return { id, mutation, createdAtMs, state, error: null }
}

function createStoreAt(clock: { nowMs: number }) {
  return createOptimisticMutations(
    () => clock.nowMs,
    () => clock.nowMs,
  )
}

const ids = (creations: readonly { readonly id: string }[]) => creations.map(({ id }) => id)

describe('a requested mark', () => {
  it('shows at once in the tab of the press, and in the other with the hub’s next state', () => {
    const [pressedTab, otherTab] = [createStoreAt({ nowMs: 1 }), createStoreAt({ nowMs: 1 })]
    pressedTab.press('m1', deleteMutation)
    expect(ids(withMutations(CREATION_LIST, pressedTab.localChanges()))).toEqual(['b'])
    expect(ids(withMutations(CREATION_LIST, otherTab.localChanges()))).toEqual(['a', 'b'])
    otherTab.applySnapshot([item('m1', deleteMutation, 1)])
    expect(ids(withMutations(CREATION_LIST, otherTab.localChanges()))).toEqual(['b'])
  })

  it('is not shown any more when the hub can not store it, or the server refuses it', () => {
    const mutationStore = createStoreAt({ nowMs: 1 })
    mutationStore.press('m1', deleteMutation)
    mutationStore.withdraw('m1')
    mutationStore.press('m2', uncollectMutation)
    const { refused } = mutationStore.applySnapshot([item('m2', uncollectMutation, 1, 'refused')])
    expect(withMutations(CREATION_LIST, mutationStore.localChanges())).toEqual(CREATION_LIST)
    expect(refused.map(({ id }) => id)).toEqual(['m2'])
    expect(mutationStore.applySnapshot([item('m2', uncollectMutation, 1, 'refused')]).refused).toEqual([])
  })

  it('works beside contact messages and a newsletter sign-up, which have no creation', () => {
    const mutationStore = createStoreAt({ nowMs: 1 })
    const otherItems: readonly MutationItem[] = [
      item('m1', { kind: 'subscribe', email: 'ann@example.org' }, 1, 'refused'),
      item('m2', { kind: 'contact', email: 'ann@example.org', subject: 'Hello', message: 'Hello' }, 2),
    ]
    mutationStore.press('m3', deleteMutation)
    expect(mutationStore.applySnapshot([...otherItems, item('m3', deleteMutation, 3)])).toEqual({ done: [], refused: [] })
    expect(ids(withMutations(CREATION_LIST, mutationStore.localChanges()))).toEqual(['b'])
    expect(mutationStore.applySnapshot(otherItems).done).toEqual([deleteMutation])
  })

  it('is replaced by a later request, and a refusal restores the former one', () => {
    const mutationStore = createStoreAt({ nowMs: 1 })
    mutationStore.applySnapshot([item('m1', deleteMutation, 1), item('m2', restoreMutation, 2)])
    expect(ids(withMutations(CREATION_LIST, mutationStore.localChanges()))).toEqual(['a', 'b'])
    mutationStore.applySnapshot([item('m2', restoreMutation, 2, 'refused')])
    expect(ids(withMutations(CREATION_LIST, mutationStore.localChanges()))).toEqual(['b'])
  })

  it('that is done changes a list requested before it, and not one requested after it', () => {
    const clock = { nowMs: 10 }
    const mutationStore = createStoreAt(clock)
    mutationStore.applySnapshot([item('m1', deleteMutation, 1)])
    clock.nowMs = 20
    expect(mutationStore.applySnapshot([]).done).toEqual([deleteMutation])
    const localChanges = mutationStore.localChanges()
    expect(ids(withMutations(CREATION_LIST, localChanges))).toEqual(['b'])
    expect(ids(withMutations(CREATION_LIST, localChanges, 15))).toEqual(['b'])
    expect(ids(withMutations(CREATION_LIST, localChanges, 25))).toEqual(['a', 'b'])
  })

  it('that waits changes every list, and no stored one', () => {
    const mutationStore = createStoreAt({ nowMs: 10 })
    mutationStore.applySnapshot([item('m1', deleteMutation, 1)])
    mutationStore.applySnapshot([item('m2', uncollectMutation, 2)])
    expect(withMutations(CREATION_LIST, mutationStore.localChanges(), 99)).toEqual([
      { id: 'a', isCollect: false },
      { id: 'b', isCollect: false },
    ])
    expect(withMutations(CREATION_LIST, doneMutations(mutationStore.localChanges()))).toEqual([{ id: 'b', isCollect: true }])
  })

  it('that was requested later wins, though the former is done only now', () => {
    const mutationStore = createStoreAt({ nowMs: 1 })
    mutationStore.applySnapshot([item('m1', deleteMutation, 1), item('m2', restoreMutation, 2)])
    mutationStore.applySnapshot([item('m2', restoreMutation, 2)])
    expect(ids(withMutations(CREATION_LIST, mutationStore.localChanges()))).toEqual(['a', 'b'])
  })

  it('is not done only because the hub does not list it before it has stored it', () => {
    const mutationStore = createStoreAt({ nowMs: 1 })
    mutationStore.press('m1', deleteMutation)
    expect(mutationStore.applySnapshot([]).done).toEqual([])
    expect(ids(withMutations(CREATION_LIST, mutationStore.localChanges(), 99))).toEqual(['b'])
    mutationStore.confirm('m1')
    expect(mutationStore.applySnapshot([]).done).toEqual([deleteMutation])
  })

  it('leaves a creation without a request unchanged', () => {
    const mutationStore = createStoreAt({ nowMs: 10 })
    mutationStore.applySnapshot([item('m1', uncollectMutation, 1)])
    expect(withMutations(CREATION_LIST, mutationStore.localChanges())[0]).toBe(CREATION_LIST[0])
  })

  it('belongs to its owner at the time', () => {
    const mutationStore = createStoreAt({ nowMs: 1 })
    mutationStore.press('m1', deleteMutation)
    mutationStore.forget()
    expect(mutationStore.localChanges()).toEqual({})
  })

  it('delete, undo, delete again: both tabs show the same, at each step and after a new list', () => {
    const hub = createFakeHub({ random: () => 0.99 })
    const tabs = [hub.addTab(), hub.addTab()] as const
    const shownIds = () => tabs.map((tab) => ids(withMutations(CREATION_LIST, tab.localChanges())))
    hub.press(tabs[0], 'm1', deleteMutation)
    hub.drain()
    expect(shownIds()).toEqual([['b'], ['b']])
    hub.press(tabs[0], 'm2', restoreMutation)
    hub.drain()
    expect(shownIds()).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ])
    hub.press(tabs[1], 'm3', deleteMutation)
    hub.drain()
    expect(shownIds()).toEqual([['b'], ['b']])
    expect(hub.serverState('a').isRemoved).toBe(true)
  })
})

describe('any presses of two tabs, answered in any order', () => {
  const mutation = fc
    .tuple(fc.constantFrom('delete', 'restore', 'on', 'off'), fc.subarray(['a', 'b', 'c'], { minLength: 1 }))
    .map(([kind, ids]): CreationMutation => {
      if (kind === 'delete' || kind === 'restore') return { kind, ids }
      return { kind: 'collect', ids, op: kind === 'on' ? 1 : 0 }
    })
  const acts = fc.array(fc.oneof(fc.record({ tab: fc.constantFrom(0, 1), mutation }), fc.constant(null), fc.constant(null)), {
    maxLength: 60,
  })

  it('both end with the server’s state, over an old list and over a new one', () => {
    fc.assert(
      fc.property(acts, fc.infiniteStream(fc.nat({ max: 999 })), (acts, randomNumbers) => {
        const hub = createFakeHub({ random: () => (randomNumbers.next().value as number) / 1000 })
        const tabs = [hub.addTab(), hub.addTab()]
        for (const [index, act] of acts.entries()) {
          if (act === null) hub.step()
          else hub.press(tabs[act.tab]!, `m${index}`, act.mutation)
        }
        hub.drain()
        const freshList = () =>
          ['a', 'b', 'c'].filter((id) => !hub.serverState(id).isRemoved).map((id) => ({ id, isCollect: hub.serverState(id).isCollect }))
        const oldList = ['a', 'b', 'c'].map((id) => ({ id, isCollect: false }))
        for (const tab of tabs) {
          expect(withMutations(oldList, tab.localChanges())).toEqual(freshList())
          expect(withMutations(freshList(), tab.localChanges(), hub.nowMs() + 1)).toEqual(freshList())
        }
      }),
      { numRuns: 500 },
    )
  })
})
