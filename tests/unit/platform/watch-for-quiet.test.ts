import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchForQuiet } from '#src/loading/preload.ts'

let page: EventTarget

beforeEach(() => {
  page = new EventTarget()
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run())
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('an unused page is quiet at once, one in use after 2 s without input', async () => {
  const untilQuiet = watchForQuiet()
  const first = vi.fn()
  void untilQuiet().then(first)
  await vi.advanceTimersByTimeAsync(0)
  expect(first).toHaveBeenCalledOnce()

  const quiet = vi.fn()
  page.dispatchEvent(new Event('keydown'))
  void untilQuiet().then(quiet)
  await vi.advanceTimersByTimeAsync(1500)
  page.dispatchEvent(new Event('pointerdown'))
  await vi.advanceTimersByTimeAsync(1999)
  expect(quiet).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(quiet).toHaveBeenCalledOnce()
})
