import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ScrollPosition, preserveScroll } from '#src/app/window-scroll.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

function createWindow(storedTop: number, item: ScrollPosition['item'] = null) {
  const listeners = { scroll: () => {}, grow: () => {}, hand: () => {} }
  const listenTo = (name: keyof typeof listeners) => (listener: () => void) => {
    listeners[name] = listener
    return () => (listeners[name] = () => {})
  }
  const facts = {
    top: 0,
    storedPosition: { top: storedTop, item } as ScrollPosition,
    saves: 0,
    heightPx: 10_000,
    itemTop: null as number | null,
  }
  return {
    facts,
    listeners,
    scroll: (top: number) => {
      facts.top = top
      listeners.scroll()
    },
    window: {
      position: () => ({ top: facts.top, item: null }),
      moveTo(top: number) {
        facts.top = Math.min(top, facts.heightPx)
        setTimeout(() => listeners.scroll())
      },
      topOf: ({ offset }: { readonly offset: number }) => (facts.itemTop === null ? null : facts.itemTop - offset),
      onScroll: listenTo('scroll'),
      onGrow: listenTo('grow'),
      onScrollByUser: listenTo('hand'),
      nowMs: () => Date.now(),
      read: () => facts.storedPosition,
      save(position: ScrollPosition) {
        facts.storedPosition = position
        facts.saves += 1
      },
    },
  }
}

test('Back returns to the stored position after 100 ms, and stores it again when the screen is left earlier', () => {
  const { window, facts, scroll } = createWindow(700)
  preserveScroll(window, true)()
  expect(facts.storedPosition.top).toBe(700)
  preserveScroll(window, true)
  scroll(0)
  vi.advanceTimersByTime(99)
  expect(facts.top).toBe(0)
  vi.advanceTimersByTime(1)
  expect(facts.top).toBe(700)
})

test('a forward navigation starts at the top', () => {
  const { window, facts } = createWindow(700)
  facts.top = 300
  preserveScroll(window, false)
  vi.advanceTimersByTime(0)
  expect(facts.top).toBe(0)
})

test('a position is saved 300 ms after the last scroll and every 2 s', () => {
  const { window, facts, scroll } = createWindow(0)
  preserveScroll(window, false)
  vi.advanceTimersByTime(10)
  scroll(400)
  vi.advanceTimersByTime(299)
  expect(facts.saves).toBe(0)
  vi.advanceTimersByTime(1)
  expect(facts).toMatchObject({ saves: 1, storedPosition: { top: 400 } })
  vi.advanceTimersByTime(1690)
  expect(facts.saves).toBe(2)
})

test('the last scroll position is saved when the screen is left, though the next one is shorter', () => {
  const { window, facts, scroll } = createWindow(0)
  const stop = preserveScroll(window, false)
  vi.advanceTimersByTime(0)
  scroll(900)
  facts.top = 120
  stop()
  expect(facts.storedPosition.top).toBe(900)
  const { saves } = facts
  vi.advanceTimersByTime(5000)
  expect(facts.saves).toBe(saves)
})

test('the opened item has its old position on the screen, though the content above it has another height', () => {
  const { window, facts } = createWindow(700, { key: 'a creation', offset: 200 })
  facts.itemTop = 1400
  preserveScroll(window, true)
  vi.advanceTimersByTime(100)
  expect(facts.top).toBe(1200)
})

test('a page that grows after the return is scrolled again until the position is reached', () => {
  const { window, facts, listeners } = createWindow(900)
  facts.heightPx = 300
  preserveScroll(window, true)
  vi.advanceTimersByTime(100)
  expect(facts.top).toBe(300)
  facts.heightPx = 2000
  vi.advanceTimersByTime(1000)
  listeners.grow()
  expect(facts.top).toBe(900)
})

test('a scroll faster than 0.5 px per ms is the user’s and ends the fixing; a slower one does not', () => {
  const { window, facts, scroll, listeners } = createWindow(900)
  preserveScroll(window, true)
  vi.advanceTimersByTime(100)
  vi.advanceTimersByTime(100)
  scroll(860)
  listeners.grow()
  expect(facts.top).toBe(900)
  vi.advanceTimersByTime(100)
  scroll(840)
  listeners.grow()
  expect(facts.top).toBe(840)
})

test('a wheel, a finger or a key ends the fixing, and so does a timeout', () => {
  for (const endCause of ['hand', 'time'] as const) {
    const { window, facts, listeners } = createWindow(900)
    preserveScroll(window, true)
    vi.advanceTimersByTime(100)
    if (endCause === 'hand') listeners.hand()
    else vi.advanceTimersByTime(3001)
    facts.top = 500
    listeners.grow()
    expect([endCause, facts.top]).toEqual([endCause, 500])
  }
})

test('a slow scroll long after the return is stored', () => {
  const { window, facts, scroll } = createWindow(900)
  preserveScroll(window, true)
  vi.advanceTimersByTime(100 + 3001)
  scroll(860)
  vi.advanceTimersByTime(300)
  expect(facts.storedPosition.top).toBe(860)
})

test('a screen that was left at its top is not fixed there', () => {
  const { window, facts, scroll, listeners } = createWindow(0)
  preserveScroll(window, true)
  vi.advanceTimersByTime(2000)
  scroll(400)
  listeners.grow()
  expect(facts.top).toBe(400)
})
