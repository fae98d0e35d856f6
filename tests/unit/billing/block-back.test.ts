import { expect, test } from 'vitest'
import { blockBack } from '#src/billing/checkout/block-back.ts'

/** A browser whose history steps run only when the test triggers them. */
function door() {
  const entries: unknown[] = [null, { viewer: 'a viewer' }]
  let at = 1
  const listeners = new Set<() => void>()
  const waiting: (() => void)[] = []
  const step = (by: number) => {
    at = Math.max(0, Math.min(entries.length - 1, at + by))
    for (const listener of listeners) listener()
  }
  return {
    at: () => at,
    step,
    replace: (state: unknown) => (entries[at] = state),
    addFrameEntry: () => {
      entries.splice(at + 1, entries.length, entries[at])
      at += 1
    },
    settle: () => {
      while (waiting.length > 0) waiting.shift()?.()
    },
    history: {
      state: () => entries[at],
      push(state: object) {
        entries.splice(at + 1, entries.length, { ...state, entryBelow: at })
        at += 1
      },
      returnTo: (mark: string | number) => void waiting.push(() => step(Number(mark) - at)),
      forward: () => step(1),
      onStep(listener: () => void) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      later: (run: () => void) => void waiting.push(run),
    },
  }
}

test('Back leaves nothing while the block is in the history, and it is removed afterwards', () => {
  const { history, step, at, settle } = door()
  const end = blockBack(history)
  step(-1)
  expect(at()).toBe(2)
  expect(history.state()).toEqual({ viewer: 'a viewer', entryBelow: 1 })
  end()
  settle()
  expect([at(), history.state()]).toEqual([1, { viewer: 'a viewer' }])
  step(-1)
  expect(at()).toBe(0)
})

test('an address that has replaced the entry stays', () => {
  const { history, replace, at, settle } = door()
  const end = blockBack(history)
  replace(null)
  end()
  settle()
  expect(at()).toBe(2)
})

test('entries that a frame has left are skipped', () => {
  const { history, addFrameEntry, at, settle } = door()
  const end = blockBack(history)
  addFrameEntry()
  addFrameEntry()
  end()
  settle()
  expect([at(), history.state()]).toEqual([1, { viewer: 'a viewer' }])
})

test('a block that ends and restarts at once exists once, and is removed with the last one', () => {
  const { history, step, at, settle } = door()
  blockBack(history)()
  const end = blockBack(history)
  settle()
  expect(at()).toBe(2)
  step(-1)
  expect(at()).toBe(2)
  end()
  settle()
  expect([at(), history.state()]).toEqual([1, { viewer: 'a viewer' }])
})
