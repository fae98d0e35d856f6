import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenActivated } from '#src/offline/updates/service-worker.ts'

const LIMIT_MS = 1000

function workerIn(state: ServiceWorkerState) {
  const worker = Object.assign(new EventTarget(), { state })
  const changeState = (nextState: ServiceWorkerState) => {
    worker.state = nextState
    worker.dispatchEvent(new Event('statechange'))
  }
  return { worker, become: changeState }
}

async function checkSettled(promise: Promise<void>): Promise<boolean> {
  let isSettled = false
  void promise.then(() => (isSettled = true))
  await vi.advanceTimersByTimeAsync(0)
  return isSettled
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('nobody waits for an active worker, a redundant one or none at all', async () => {
  for (const worker of [workerIn('activated').worker, workerIn('redundant').worker, null]) {
    expect(await checkSettled(whenActivated(worker, LIMIT_MS))).toBe(true)
  }
})

test('an activating worker is awaited', async () => {
  const { worker, become: changeState } = workerIn('activating')
  const activation = whenActivated(worker, LIMIT_MS)
  expect(await checkSettled(activation)).toBe(false)
  changeState('activated')
  expect(await checkSettled(activation)).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

test('one that never activates is awaited up to the limit', async () => {
  const activation = whenActivated(workerIn('activating').worker, LIMIT_MS)
  await vi.advanceTimersByTimeAsync(LIMIT_MS - 1)
  expect(await checkSettled(activation)).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await checkSettled(activation)).toBe(true)
})
