import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type NavigationState, createNavigationProgress } from '#src/app/navigation-mask.tsx'
import { splitAddress } from '#src/routing/shown-location.tsx'

let state: NavigationState

beforeEach(() => {
  vi.useFakeTimers()
  state = { phase: 'idle', progress: 0, isCovered: false, navigationCount: 0 }
})

afterEach(() => {
  vi.useRealTimers()
})

test('the bar begins at a tenth, grows every 200 ms and never reaches its end by itself', () => {
  createNavigationProgress(state).begin()
  expect(state).toMatchObject({ phase: 'loading', progress: 0.1 })
  vi.advanceTimersByTime(199)
  expect(state.progress).toBe(0.1)
  vi.advanceTimersByTime(1)
  expect(state.progress).toBeGreaterThan(0.1)
  vi.advanceTimersByTime(10 * 60_000)
  expect(state).toMatchObject({ phase: 'loading', progress: 0.994 })
})

test('the overlay covers the screen during the wait, and everything is removed 1 s after the arrival', () => {
  const arrive = createNavigationProgress(state).begin()
  vi.advanceTimersByTime(199)
  expect(state.isCovered).toBe(false)
  vi.advanceTimersByTime(1)
  expect(state.isCovered).toBe(true)
  arrive()
  expect(state).toMatchObject({ phase: 'arrived', progress: 1, isCovered: true })
  vi.advanceTimersByTime(999)
  expect(state.phase).toBe('arrived')
  vi.advanceTimersByTime(1)
  expect(state).toMatchObject({ phase: 'idle', progress: 0, isCovered: false })
})

test('a screen that renders at once is not covered', () => {
  const arrive = createNavigationProgress(state).begin()
  vi.advanceTimersByTime(50)
  arrive()
  vi.advanceTimersByTime(500)
  expect(state).toMatchObject({ phase: 'arrived', isCovered: false })
})

test('the next navigation restarts it while the earlier one is being removed', () => {
  const navigation = createNavigationProgress(state)
  navigation.begin()()
  vi.advanceTimersByTime(900)
  navigation.begin()
  vi.advanceTimersByTime(150)
  expect(state).toMatchObject({ phase: 'loading', isCovered: false, navigationCount: 2 })
})

test('with two waits both must end, and each only once', () => {
  const navigation = createNavigationProgress(state)
  const [endFirst, endSecond] = [navigation.begin(), navigation.begin()]
  endFirst()
  endFirst()
  expect(state.phase).toBe('loading')
  endSecond()
  expect(state.phase).toBe('arrived')
})

test('an address is split into path and query', () => {
  expect(splitAddress('/explore?tag=a&q=b#x')).toEqual(['/explore', '?tag=a&q=b'])
  expect(splitAddress('/home#x')).toEqual(['/home', ''])
  expect(splitAddress('/')).toEqual(['/', ''])
})
