import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RESIZE_DEBOUNCE_MS } from '#shared/domain/shell-rules.ts'
import { followResize } from '#src/browser/follow-resize.ts'

const page = new EventTarget()
const resize = () => page.dispatchEvent(new Event('resize'))
const onRest = vi.fn()
let stop = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  stop = followResize(onRest)
})

afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

test('a change of the size is reported once, after RESIZE_DEBOUNCE_MS of rest', () => {
  for (let count = 0; count < 5; count += 1) {
    resize()
    vi.advanceTimersByTime(RESIZE_DEBOUNCE_MS - 1)
  }
  expect(onRest).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onRest).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(10 * RESIZE_DEBOUNCE_MS)
  resize()
  vi.advanceTimersByTime(RESIZE_DEBOUNCE_MS)
  expect(onRest).toHaveBeenCalledTimes(2)
})

test('a stopped listener gets no event, not even of an earlier change', () => {
  resize()
  stop()
  resize()
  vi.advanceTimersByTime(10 * RESIZE_DEBOUNCE_MS)
  expect(onRest).not.toHaveBeenCalled()
})
