import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OPEN_PATH_MESSAGE } from '#shared/contract/service-worker-messages.ts'
import { goUnlessPaying, checkoutState } from '#src/billing/checkout/checkout-state.ts'
import { followLocations } from '#src/browser/service-worker-messages.ts'

const navigate = vi.fn()
let pathname: string
const go = (path: string) => goUnlessPaying(path, { pathname, go: navigate })
const port = { postMessage: vi.fn() }
let worker: EventTarget

beforeEach(() => {
  pathname = '/home'
  worker = new EventTarget()
  followLocations({ go, worker, pathname: () => pathname })
})

afterEach(() => {
  checkoutState.view = null
  vi.clearAllMocks()
})

const receiveMessage = (data: unknown, ports: readonly unknown[] = [port]) =>
  worker.dispatchEvent(Object.assign(new Event('message'), { data, ports }))
const openPath = (path: string) => receiveMessage({ type: OPEN_PATH_MESSAGE, path })

test('the window acknowledges the message, and navigates inside the app', () => {
  openPath('/ai/creation')
  expect(port.postMessage).toHaveBeenCalledExactlyOnceWith(true)
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/ai/creation')
  expect(port.postMessage.mock.invocationCallOrder[0]).toBeLessThan(navigate.mock.invocationCallOrder[0] ?? 0)
})

test('it stays in its own language', () => {
  pathname = '/en/tools/video-templates'
  openPath('/ai/creation')
  go('/en/home')
  expect(navigate.mock.calls).toEqual([['/en/ai/creation'], ['/en/home']])
})

test('at the same address it stays unchanged', () => {
  pathname = '/en/ai/creation'
  openPath('/ai/creation')
  expect([port.postMessage.mock.calls, navigate.mock.calls]).toEqual([[[true]], []])
})

test('an open checkout stays, in any state, and the worker is answered all the same', () => {
  checkoutState.view = { kind: 'late', payOrderId: 'po_1' }
  openPath('/ai/creation')
  expect([port.postMessage.mock.calls, navigate.mock.calls]).toEqual([[[true]], []])
  checkoutState.view = null
  openPath('/ai/creation')
  expect(navigate).toHaveBeenCalledTimes(1)
})

test('other messages have no effect, and without a port nothing is answered', () => {
  for (const data of [null, undefined, 'OPEN_PLACE', { type: 'WAKE_HUB', path: '/ai/creation' }, { type: OPEN_PATH_MESSAGE }])
    receiveMessage(data)
  expect([port.postMessage.mock.calls, navigate.mock.calls]).toEqual([[], []])
  receiveMessage({ type: OPEN_PATH_MESSAGE, path: '/ai/creation' }, [])
  expect(navigate).toHaveBeenCalledTimes(1)
})

test('a browser without service workers has no listener', () => {
  expect(() => followLocations({ go, worker: undefined, pathname: () => pathname })).not.toThrow()
})
