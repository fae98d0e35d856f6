import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Identity } from '#shared/storage/hub-records.ts'
import { startGoogle } from '#src/app/start-google.ts'
import { hubState } from '#src/store/state.ts'

const [loadSettings, offerOneTap, enterAs, endRefusedSession, askSecondFactor] = [vi.fn(), vi.fn(), vi.fn(), vi.fn(), vi.fn()]
const parts = { loadSettings, loadOneTap: async () => ({ offerOneTap, enterAs, endRefusedSession, askSecondFactor }) }
const calls: string[] = []

const SETTINGS = { clientId: 'client-1', gisSrc: 'https://gis.test/client' }
const fakeLocation = { pathname: '/home', search: '' }
let stop: () => void
const routeListeners = new Map<string, () => void>()

beforeEach(() => {
  calls.length = 0
  routeListeners.clear()
  fakeLocation.pathname = '/home'
  hubState.identity = null
  loadSettings.mockResolvedValue(SETTINGS)
  offerOneTap.mockReset().mockReturnValue({
    start: () => calls.push('start'),
    stop: () => calls.push('stop'),
    restart: () => calls.push('restart'),
  })
  vi.stubGlobal('location', fakeLocation)
  vi.stubGlobal('history', { state: null })
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => routeListeners.set(name, listener))
})

afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

function setIdentity(businessUserId: string): void {
  hubState.identity = { businessUserId } as Identity
}

function goTo(path: string, eventName = 'pushState'): void {
  fakeLocation.pathname = path
  routeListeners.get(eventName)?.()
}

test('without a client id nothing of Google is loaded', async () => {
  loadSettings.mockResolvedValue(null)
  stop = await startGoogle(parts)
  expect([offerOneTap.mock.calls.length, routeListeners.size]).toEqual([0, 0])
})

test('One Tap waits until the user is known to be logged out', async () => {
  stop = await startGoogle(parts)
  expect(offerOneTap).toHaveBeenCalledExactlyOnceWith(SETTINGS, { onLoggedIn: enterAs, onRefused: expect.any(Function) as unknown })
  expect(calls).toEqual(['stop'])
  setIdentity('')
  await vi.waitFor(() => expect(calls.at(-1)).toBe('start'))
})

test('an account with a second factor opens the login at that step, and nothing else is refused', async () => {
  stop = await startGoogle(parts)
  const [, { onRefused }] = offerOneTap.mock.calls[0] as [unknown, { onRefused: (code: string, how: string) => Promise<void> }]
  await onRefused('SECOND_FACTOR_NEEDED', 'one_tap')
  expect([askSecondFactor.mock.calls.length, endRefusedSession.mock.calls.length]).toEqual([1, 0])
  await onRefused('GOOGLE_REFUSED', 'one_tap')
  expect(endRefusedSession).toHaveBeenCalledExactlyOnceWith('GOOGLE_REFUSED', 'one_tap')
})

test('a login stops it and a logout starts it again', async () => {
  setIdentity('')
  stop = await startGoogle(parts)
  expect(calls).toEqual(['start'])
  setIdentity('account-1')
  await vi.waitFor(() => expect(calls.at(-1)).toBe('stop'))
  goTo('/explore')
  expect(calls.at(-1)).toBe('stop')
  setIdentity('')
  await vi.waitFor(() => expect(calls.at(-1)).toBe('start'))
})

test.each(['pushState', 'replaceState', 'popstate'])('another route by %s starts it anew, the same route does not', async (eventName) => {
  setIdentity('')
  stop = await startGoogle(parts)
  goTo('/home', eventName)
  expect(calls).toEqual(['start'])
  goTo('/explore', eventName)
  expect(calls).toEqual(['start', 'restart'])
})

test('it is off on the payment results, which may be in a frame', async () => {
  setIdentity('')
  fakeLocation.pathname = '/pay/success'
  stop = await startGoogle(parts)
  expect(calls).toEqual(['stop'])
  goTo('/home')
  expect(calls).toEqual(['stop', 'restart'])
  goTo('/en/pay/cancel')
  expect(calls.at(-1)).toBe('stop')
})
