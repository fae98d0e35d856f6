import { expect, test } from 'vitest'
import { blockBack } from '#src/billing/checkout/block-back.ts'

/** A browser whose history steps run only when the test triggers them. */
function fakeBrowser() {
  const entries: unknown[] = [null, { viewer: 'a viewer' }]
  let entryIndex = 1
  const listeners = new Set<() => void>()
  const queuedSteps: (() => void)[] = []
  const step = (delta: number) => {
    entryIndex = Math.max(0, Math.min(entries.length - 1, entryIndex + delta))
    for (const listener of listeners) listener()
  }
  return {
    entryIndex: () => entryIndex,
    step,
    replace: (state: unknown) => (entries[entryIndex] = state),
    addFrameEntry: () => {
      entries.splice(entryIndex + 1, entries.length, entries[entryIndex])
      entryIndex += 1
    },
    settle: () => {
      while (queuedSteps.length > 0) queuedSteps.shift()?.()
    },
    history: {
      state: () => entries[entryIndex],
      push(state: object) {
        entries.splice(entryIndex + 1, entries.length, { ...state, entryBelow: entryIndex })
        entryIndex += 1
      },
      returnTo: (mark: string | number) => void queuedSteps.push(() => step(Number(mark) - entryIndex)),
      forward: () => step(1),
      onStep(listener: () => void) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      later: (run: () => void) => void queuedSteps.push(run),
    },
  }
}

test('Back leaves nothing while the block is in the history, and it is removed afterwards', () => {
  const { history, step, entryIndex, settle } = fakeBrowser()
  const endBlock = blockBack(history)
  step(-1)
  expect(entryIndex()).toBe(2)
  expect(history.state()).toEqual({ viewer: 'a viewer', entryBelow: 1 })
  endBlock()
  settle()
  expect([entryIndex(), history.state()]).toEqual([1, { viewer: 'a viewer' }])
  step(-1)
  expect(entryIndex()).toBe(0)
})

test('an address that has replaced the entry stays', () => {
  const { history, replace, entryIndex, settle } = fakeBrowser()
  const endBlock = blockBack(history)
  replace(null)
  endBlock()
  settle()
  expect(entryIndex()).toBe(2)
})

test('entries that a frame has left are skipped', () => {
  const { history, addFrameEntry, entryIndex, settle } = fakeBrowser()
  const endBlock = blockBack(history)
  addFrameEntry()
  addFrameEntry()
  endBlock()
  settle()
  expect([entryIndex(), history.state()]).toEqual([1, { viewer: 'a viewer' }])
})

test('a block that ends and restarts at once exists once, and is removed with the last one', () => {
  const { history, step, entryIndex, settle } = fakeBrowser()
  blockBack(history)()
  const endBlock = blockBack(history)
  settle()
  expect(entryIndex()).toBe(2)
  step(-1)
  expect(entryIndex()).toBe(2)
  endBlock()
  settle()
  expect([entryIndex(), history.state()]).toEqual([1, { viewer: 'a viewer' }])
})
