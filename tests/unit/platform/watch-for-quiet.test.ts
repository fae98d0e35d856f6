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
  const waitForQuiet = watchForQuiet()
  const onFirstQuiet = vi.fn()
  void waitForQuiet().then(onFirstQuiet)
  await vi.advanceTimersByTimeAsync(0)
  expect(onFirstQuiet).toHaveBeenCalledOnce()

  const onQuiet = vi.fn()
  page.dispatchEvent(new Event('keydown'))
  void waitForQuiet().then(onQuiet)
  await vi.advanceTimersByTimeAsync(1500)
  page.dispatchEvent(new Event('pointerdown'))
  await vi.advanceTimersByTimeAsync(1999)
  expect(onQuiet).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(onQuiet).toHaveBeenCalledOnce()
})
