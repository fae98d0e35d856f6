import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followUsage } from '#src/app/follow-usage.ts'
import { trackedScreen } from '#src/measurement/page-view.ts'
import { setPreference } from '#src/store/preferences.ts'
import { addTrackSink, track } from '#src/reporting/track.ts'

const [requestAppInfo, startTracking, followPageViews] = [vi.fn(), vi.fn(), vi.fn()]
const [stopTracking, stopPageViews, setCurrentScreen] = [vi.fn(), vi.fn(), vi.fn()]
const follow = () =>
  followUsage({
    requestAppInfo,
    loadTrackers: async () => ({ startTracking, trackedScreen, followPageViews }),
    askForConsent: () => () => undefined,
  })
const APP_INFO = { hasUsageTracker: true, gtagId: 'G-TEST' }
/** The current screen, as it is tracked before its own title is set. */
const SCREEN = { page_location: 'https://kinora.example/pay/success', page_title: 'Kinora', page_referrer: 'https://kinora.example/' }
const browser = { doNotTrack: null as string | null }

let stop = (): void => undefined
beforeEach(() => {
  vi.stubGlobal('navigator', browser)
  vi.stubGlobal('location', { pathname: '/pay/success', search: '?payOrderId=secret', origin: 'https://kinora.example' })
  vi.stubGlobal('history', { state: null })
  browser.doNotTrack = null
  requestAppInfo.mockResolvedValue(APP_INFO)
  startTracking.mockReturnValue({ setCurrentScreen, stop: stopTracking })
  followPageViews.mockReturnValue(stopPageViews)
})
afterEach(() => {
  stop()
  setPreference('usageConsent', 'unasked')
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

/** Resolves when all started work has ended. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('before consent, and after a refusal of user or browser, nothing starts and nothing is requested', async () => {
  for (const choice of ['unasked', 'refused'] as const) {
    setPreference('usageConsent', choice)
    stop = follow()
    await settle()
    stop()
  }
  browser.doNotTrack = '1'
  setPreference('usageConsent', 'unasked')
  stop = follow()
  await settle()
  expect([requestAppInfo.mock.calls, startTracking.mock.calls]).toEqual([[], []])
})

test('it begins with the consent, ends with its withdrawal, and begins again', async () => {
  stop = follow()
  setPreference('usageConsent', 'granted')
  await vi.waitFor(() => expect(startTracking.mock.calls).toEqual([[APP_INFO, SCREEN]]))
  expect(followPageViews).toHaveBeenCalledWith(setCurrentScreen)
  setPreference('usageConsent', 'refused')
  await vi.waitFor(() => expect([stopTracking.mock.calls.length, stopPageViews.mock.calls.length]).toEqual([1, 1]))
  setPreference('usageConsent', 'granted')
  await vi.waitFor(() => expect(startTracking).toHaveBeenCalledTimes(2))
})

test('a consent that is withdrawn before the start starts nothing, and deletes the waiting events', async () => {
  let answer: (info: typeof APP_INFO) => void = () => undefined
  requestAppInfo.mockReturnValue(new Promise((resolve) => (answer = resolve)))
  setPreference('usageConsent', 'granted')
  stop = follow()
  track('profile_popup_open', {})
  setPreference('usageConsent', 'refused')
  await settle()
  answer(APP_INFO)
  await settle()
  expect(startTracking).not.toHaveBeenCalled()
  const trackedNames: string[] = []
  addTrackSink((name) => trackedNames.push(name))()
  expect(trackedNames).toEqual([])
})

test('a server without a tracker gets no event, and one that does not answer may want events later', async () => {
  setPreference('usageConsent', 'granted')
  requestAppInfo.mockResolvedValue({ hasUsageTracker: false, gtagId: null })
  stop = follow()
  await settle()
  expect(startTracking).not.toHaveBeenCalled()
  stop()
  requestAppInfo.mockResolvedValue(undefined)
  stop = follow()
  await vi.waitFor(() => expect(startTracking.mock.calls).toEqual([[{ hasUsageTracker: true, gtagId: null }, SCREEN]]))
})
