import { createElement, Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const Content = () => 'the part'

const renderPart = (Part: Parameters<typeof createElement>[0]) =>
  renderToString(createElement(Suspense, { fallback: 'waiting' }, createElement(Part)))

let idleCallbacks: (() => void)[] = []
const runIdleCallbacks = async () => {
  const dueCallbacks = idleCallbacks
  idleCallbacks = []
  for (const run of dueCallbacks) run()
  // The code that waits for a loaded part continues in a later task.
  await new Promise((resolve) => setTimeout(resolve))
  await new Promise((resolve) => setImmediate(resolve))
}

beforeEach(() => {
  vi.resetModules()
  idleCallbacks = []
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idleCallbacks.push(run))
  vi.stubGlobal('navigator', { onLine: true })
})

afterEach(() => vi.unstubAllGlobals())

test('a preloaded part renders with the press itself; another one is awaited', async () => {
  const { lazyPart, preloadedPart } = await import('#src/loading/lazy-part.ts')
  const { startPreloading } = await import('#src/loading/preload.ts')
  const load = vi.fn(async () => Content)
  const PreloadedPart = preloadedPart([], load)
  const LazyPart = lazyPart([], async () => Content)
  startPreloading()
  expect(load).not.toHaveBeenCalled()
  await runIdleCallbacks()
  expect(load).toHaveBeenCalledOnce()
  expect(renderPart(PreloadedPart)).toBe('<!--$-->the part<!--/$-->')
  expect(load).toHaveBeenCalledOnce()
  expect(renderPart(LazyPart)).toContain('waiting')
})

test('without the server no likely part is requested, because the browser would remember the failure', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')))
  const { preloadedPart } = await import('#src/loading/lazy-part.ts')
  const { startPreloading } = await import('#src/loading/preload.ts')
  const load = vi.fn(async () => Content)
  preloadedPart([], load)
  startPreloading()
  await runIdleCallbacks()
  expect(load).not.toHaveBeenCalled()
})

test('likely parts are loaded one at a time; a failing one delays none, and is loaded on request', async () => {
  const { startPreloading, preloadLater } = await import('#src/loading/preload.ts')
  const loads = [vi.fn(() => Promise.reject(new Error('offline'))), vi.fn(async () => {}), vi.fn(async () => {})]
  preloadLater(loads[0] ?? vi.fn())
  preloadLater(loads[1] ?? vi.fn())
  startPreloading()
  const counts = () => loads.map((load) => load.mock.calls.length)
  await runIdleCallbacks()
  expect(counts()).toEqual([1, 0, 0])
  await runIdleCallbacks()
  expect(counts()).toEqual([1, 1, 0])
  preloadLater(loads[2] ?? vi.fn())
  await runIdleCallbacks()
  expect(counts()).toEqual([1, 1, 1])
})

test('with data saving nothing is loaded before a request', async () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  const { startPreloading, preloadLater } = await import('#src/loading/preload.ts')
  const load = vi.fn(async () => {})
  preloadLater(load)
  startPreloading()
  preloadLater(load)
  expect(idleCallbacks).toEqual([])
})
