import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepScroll } from '#src/app/keep-scroll.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

function view(stored: number) {
  let listener: () => void = () => undefined
  const facts = { top: 0, stored, saves: 0 }
  return {
    facts,
    scroll: (top: number) => {
      facts.top = top
      listener()
    },
    window: {
      top: () => facts.top,
      moveTo: (top: number) => (facts.top = top),
      onScroll(next: () => void) {
        listener = next
        return () => (listener = () => undefined)
      },
      read: () => facts.stored,
      save(top: number) {
        facts.stored = top
        facts.saves += 1
      },
    },
  }
}

test('going back returns to the stored position after 100 ms, and keeps it when the screen is left before', () => {
  const { window, facts, scroll } = view(700)
  keepScroll(window, true)()
  expect(facts.stored).toBe(700)
  keepScroll(window, true)
  scroll(0)
  vi.advanceTimersByTime(99)
  expect(facts.top).toBe(0)
  vi.advanceTimersByTime(1)
  expect(facts.top).toBe(700)
})

test('going on starts at the top', () => {
  const { window, facts } = view(700)
  facts.top = 300
  keepScroll(window, false)
  vi.advanceTimersByTime(0)
  expect(facts.top).toBe(0)
})

test('a position is saved 300 ms after the last scroll and every 2 s', () => {
  const { window, facts, scroll } = view(0)
  keepScroll(window, false)
  scroll(400)
  vi.advanceTimersByTime(299)
  expect(facts.stored).toBe(0)
  vi.advanceTimersByTime(1)
  expect(facts.stored).toBe(400)
  vi.advanceTimersByTime(1700)
  expect(facts.saves).toBe(2)
})

test('what was scrolled to last is saved when the screen is left, though the next one is shorter', () => {
  const { window, facts, scroll } = view(0)
  const stop = keepScroll(window, false)
  scroll(900)
  facts.top = 120
  stop()
  expect(facts.stored).toBe(900)
  vi.advanceTimersByTime(5000)
  expect(facts.saves).toBe(1)
})
