import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Mutation, MutationItem } from '#shared/contract/hub-contract.ts'
import { doneMutations, withMutations } from '#src/creations/creation-mutations.ts'
import { type CreationMutation, createOptimisticMutations } from '#src/creations/optimistic-mutations.ts'
import { createFakeHub } from './fake-hub.ts'

const LIST = [
  { id: 'a', isCollect: false },
  { id: 'b', isCollect: true },
]
const remove: CreationMutation = { kind: 'delete', ids: ['a'] }
const restore: CreationMutation = { kind: 'restore', ids: ['a'] }
const uncollect: CreationMutation = { kind: 'collect', ids: ['b'], op: 0 }

function item(id: string, mutation: Mutation, createdAtMs: number, state: MutationItem['state'] = 'queued'): MutationItem {
  return { id, mutation, createdAtMs, state, error: null }
}

function bookAt(clock: { nowMs: number }) {
  return createOptimisticMutations(
    () => clock.nowMs,
    () => clock.nowMs,
  )
}

const ids = (creations: readonly { readonly id: string }[]) => creations.map(({ id }) => id)

describe('a requested mark', () => {
  it('shows at once in the tab of the press, and in the other with the hub’s next state', () => {
    const [one, two] = [bookAt({ nowMs: 1 }), bookAt({ nowMs: 1 })]
    one.press('m1', remove)
    expect(ids(withMutations(LIST, one.localChanges()))).toEqual(['b'])
    expect(ids(withMutations(LIST, two.localChanges()))).toEqual(['a', 'b'])
    two.applySnapshot([item('m1', remove, 1)])
    expect(ids(withMutations(LIST, two.localChanges()))).toEqual(['b'])
  })

  it('is not shown any more when the hub can not store it, or the server refuses it', () => {
    const book = bookAt({ nowMs: 1 })
    book.press('m1', remove)
    book.withdraw('m1')
    book.press('m2', uncollect)
    const { refused } = book.applySnapshot([item('m2', uncollect, 1, 'refused')])
    expect(withMutations(LIST, book.localChanges())).toEqual(LIST)
    expect(refused.map(({ id }) => id)).toEqual(['m2'])
    expect(book.applySnapshot([item('m2', uncollect, 1, 'refused')]).refused).toEqual([])
  })

  it('works beside contact messages and a newsletter sign-up, which have no creation', () => {
    const book = bookAt({ nowMs: 1 })
    const others: readonly MutationItem[] = [
      item('m1', { kind: 'subscribe', email: 'ann@example.org' }, 1, 'refused'),
      item('m2', { kind: 'contact', email: 'ann@example.org', subject: 'Hello', message: 'Hello' }, 2),
    ]
    book.press('m3', remove)
    expect(book.applySnapshot([...others, item('m3', remove, 3)])).toEqual({ done: [], refused: [] })
    expect(ids(withMutations(LIST, book.localChanges()))).toEqual(['b'])
    expect(book.applySnapshot(others).done).toEqual([remove])
  })

  it('is replaced by a later request, and a refusal restores the former one', () => {
    const book = bookAt({ nowMs: 1 })
    book.applySnapshot([item('m1', remove, 1), item('m2', restore, 2)])
    expect(ids(withMutations(LIST, book.localChanges()))).toEqual(['a', 'b'])
    book.applySnapshot([item('m2', restore, 2, 'refused')])
    expect(ids(withMutations(LIST, book.localChanges()))).toEqual(['b'])
  })

  it('that is done changes a list requested before it, and not one requested after it', () => {
    const clock = { nowMs: 10 }
    const book = bookAt(clock)
    book.applySnapshot([item('m1', remove, 1)])
    clock.nowMs = 20
    expect(book.applySnapshot([]).done).toEqual([remove])
    const localChanges = book.localChanges()
    expect(ids(withMutations(LIST, localChanges))).toEqual(['b'])
    expect(ids(withMutations(LIST, localChanges, 15))).toEqual(['b'])
    expect(ids(withMutations(LIST, localChanges, 25))).toEqual(['a', 'b'])
  })

  it('that waits changes every list, and no stored one', () => {
    const book = bookAt({ nowMs: 10 })
    book.applySnapshot([item('m1', remove, 1)])
    book.applySnapshot([item('m2', uncollect, 2)])
    expect(withMutations(LIST, book.localChanges(), 99)).toEqual([
      { id: 'a', isCollect: false },
      { id: 'b', isCollect: false },
    ])
    expect(withMutations(LIST, doneMutations(book.localChanges()))).toEqual([{ id: 'b', isCollect: true }])
  })

  it('that was requested later wins, though the former is done only now', () => {
    const book = bookAt({ nowMs: 1 })
    book.applySnapshot([item('m1', remove, 1), item('m2', restore, 2)])
    book.applySnapshot([item('m2', restore, 2)])
    expect(ids(withMutations(LIST, book.localChanges()))).toEqual(['a', 'b'])
  })

  it('is not done only because the hub does not list it before it has stored it', () => {
    const book = bookAt({ nowMs: 1 })
    book.press('m1', remove)
    expect(book.applySnapshot([]).done).toEqual([])
    expect(ids(withMutations(LIST, book.localChanges(), 99))).toEqual(['b'])
    book.confirm('m1')
    expect(book.applySnapshot([]).done).toEqual([remove])
  })

  it('leaves a creation without a request unchanged', () => {
    const book = bookAt({ nowMs: 10 })
    book.applySnapshot([item('m1', uncollect, 1)])
    expect(withMutations(LIST, book.localChanges())[0]).toBe(LIST[0])
  })

  it('belongs to its owner at the time', () => {
    const book = bookAt({ nowMs: 1 })
    book.press('m1', remove)
    book.forget()
    expect(book.localChanges()).toEqual({})
  })

  it('delete, undo, delete again: both tabs show the same, at each step and after a new list', () => {
    const hub = createFakeHub({ random: () => 0.99 })
    const tabs = [hub.addTab(), hub.addTab()] as const
    const shown = () => tabs.map((tab) => ids(withMutations(LIST, tab.localChanges())))
    hub.press(tabs[0], 'm1', remove)
    hub.drain()
    expect(shown()).toEqual([['b'], ['b']])
    hub.press(tabs[0], 'm2', restore)
    hub.drain()
    expect(shown()).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ])
    hub.press(tabs[1], 'm3', remove)
    hub.drain()
    expect(shown()).toEqual([['b'], ['b']])
    expect(hub.truth('a').isRemoved).toBe(true)
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
      fc.property(acts, fc.infiniteStream(fc.nat({ max: 999 })), (acts, stream) => {
        const hub = createFakeHub({ random: () => (stream.next().value as number) / 1000 })
        const tabs = [hub.addTab(), hub.addTab()]
        for (const [at, act] of acts.entries()) {
          if (act === null) hub.step()
          else hub.press(tabs[act.tab]!, `m${at}`, act.mutation)
        }
        hub.drain()
        const fresh = () =>
          ['a', 'b', 'c'].filter((id) => !hub.truth(id).isRemoved).map((id) => ({ id, isCollect: hub.truth(id).isCollect }))
        const old = ['a', 'b', 'c'].map((id) => ({ id, isCollect: false }))
        for (const tab of tabs) {
          expect(withMutations(old, tab.localChanges())).toEqual(fresh())
          expect(withMutations(fresh(), tab.localChanges(), hub.nowMs() + 1)).toEqual(fresh())
        }
      }),
      { numRuns: 500 },
    )
  })
})
