import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenActivated } from '#src/offline/updates/service-worker.ts'

const LIMIT_MS = 1000

function workerIn(state: ServiceWorkerState) {
  const worker = Object.assign(new EventTarget(), { state })
  const become = (next: ServiceWorkerState) => {
    worker.state = next
    worker.dispatchEvent(new Event('statechange'))
  }
  return { worker, become }
}

async function settles(promise: Promise<void>): Promise<boolean> {
  let isSettled = false
  void promise.then(() => (isSettled = true))
  await vi.advanceTimersByTimeAsync(0)
  return isSettled
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('nobody waits for an active worker, a redundant one or none at all', async () => {
  for (const worker of [workerIn('activated').worker, workerIn('redundant').worker, null]) {
    expect(await settles(whenActivated(worker, LIMIT_MS))).toBe(true)
  }
})

test('an activating worker is awaited', async () => {
  const { worker, become } = workerIn('activating')
  const done = whenActivated(worker, LIMIT_MS)
  expect(await settles(done)).toBe(false)
  become('activated')
  expect(await settles(done)).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

test('one that never activates is awaited up to the limit', async () => {
  const done = whenActivated(workerIn('activating').worker, LIMIT_MS)
  await vi.advanceTimersByTimeAsync(LIMIT_MS - 1)
  expect(await settles(done)).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await settles(done)).toBe(true)
})
