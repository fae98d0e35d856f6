import { expect, test, vi } from 'vitest'
import { installWhenOnline } from '#src/offline/updates/install-when-online.ts'

type Registered = Awaited<ReturnType<Parameters<typeof installWhenOnline>[0]>>

const INSTALLED = { installing: null, waiting: null, active: {} }

function installation() {
  const worker: EventTarget & { state: ServiceWorkerState } = Object.assign(new EventTarget(), { state: 'installing' as const })
  const become = (state: ServiceWorkerState) => {
    worker.state = state
    worker.dispatchEvent(new Event('statechange'))
  }
  return { registration: { installing: worker, waiting: null, active: null }, become }
}

/** Starts the registration, whose tries return these results in turn. `goOnline` fires the browser's `online` event. */
function start(...results: readonly Registered[]) {
  const network = new EventTarget()
  const register = vi.fn(async () => results[register.mock.calls.length - 1])
  const networkBack = () => new Promise((resolve) => network.addEventListener('online', resolve, { once: true }))
  const onInstalled = vi.fn()
  void installWhenOnline(register, networkBack).then(onInstalled)
  return { register, onInstalled, goOnline: () => network.dispatchEvent(new Event('online')) }
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve))

test('a registration with an installed worker is final', async () => {
  const { register, onInstalled, goOnline } = start(INSTALLED)
  await vi.waitFor(() => expect(onInstalled).toHaveBeenCalled())
  goOnline()
  await nextTask()
  expect(register).toHaveBeenCalledTimes(1)
})

test('without a network it registers again when the network is back, and not before', async () => {
  const { register, onInstalled, goOnline } = start(undefined, undefined, INSTALLED)
  await nextTask()
  expect(register).toHaveBeenCalledTimes(1)
  goOnline()
  await vi.waitFor(() => expect(register).toHaveBeenCalledTimes(2))
  goOnline()
  await vi.waitFor(() => expect(onInstalled).toHaveBeenCalled())
  expect(register).toHaveBeenCalledTimes(3)
})

test('an installation that fails counts as not registered, one that ends counts as installed', async () => {
  const [broken, whole] = [installation(), installation()]
  const { register, onInstalled, goOnline } = start(broken.registration, whole.registration)
  await nextTask()
  broken.become('redundant')
  await nextTask()
  goOnline()
  await vi.waitFor(() => expect(register).toHaveBeenCalledTimes(2))
  await nextTask()
  expect(onInstalled).not.toHaveBeenCalled()
  whole.become('installed')
  await vi.waitFor(() => expect(onInstalled).toHaveBeenCalled())
})

test('a network that is back before the failure is noticed counts', async () => {
  const broken = installation()
  const { register, onInstalled, goOnline } = start(broken.registration, INSTALLED)
  await nextTask()
  goOnline()
  broken.become('redundant')
  await vi.waitFor(() => expect(onInstalled).toHaveBeenCalled())
  expect(register).toHaveBeenCalledTimes(2)
})
