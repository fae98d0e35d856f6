import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setPreference } from '#src/lib/preferences.ts'
import { addTrackSink, track } from '#src/lib/track.ts'

const readAppInfo = vi.hoisted(() => vi.fn())
const startTelling = vi.hoisted(() => vi.fn())
const stopTelling = vi.hoisted(() => vi.fn())
const stopPages = vi.hoisted(() => vi.fn())
const standOn = vi.hoisted(() => vi.fn())
const followPageViews = vi.hoisted(() => vi.fn())
vi.mock('#src/lib/app-info.ts', () => ({ readAppInfo }))
vi.mock('#src/lib/identity.ts', () => ({ identityReady: async () => undefined }))
vi.mock('#src/features/analytics/start-telling.ts', () => ({ startTelling }))
vi.mock('#src/app/follow-page-views.ts', () => ({ followPageViews }))
vi.mock('#src/app/ask-for-consent.ts', () => ({ askForConsent: () => () => undefined }))

const { followUsage } = await import('#src/app/follow-usage.ts')
const TOLD = { hasUsageTracker: true, gtagId: 'G-TEST' }
/** Its title is not there yet. */
const SCREEN = { page_location: 'https://kinora.example/pay/success', page_title: 'Kinora', page_referrer: 'https://kinora.example/' }
const browser = { doNotTrack: null as string | null }

let stop = (): void => undefined
beforeEach(() => {
  vi.stubGlobal('navigator', browser)
  vi.stubGlobal('location', { pathname: '/pay/success', search: '?payOrderId=secret', origin: 'https://kinora.example' })
  vi.stubGlobal('history', { state: null })
  browser.doNotTrack = null
  readAppInfo.mockResolvedValue(TOLD)
  startTelling.mockReturnValue({ standOn, stop: stopTelling })
  followPageViews.mockReturnValue(stopPages)
})
afterEach(() => {
  stop()
  setPreference('usageConsent', 'unasked')
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

/** Lets all that was begun come to its end. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('before consent, and after a no of person or browser, nothing begins and nothing is asked', async () => {
  for (const choice of ['unasked', 'refused'] as const) {
    setPreference('usageConsent', choice)
    stop = followUsage()
    await settle()
    stop()
  }
  browser.doNotTrack = '1'
  setPreference('usageConsent', 'unasked')
  stop = followUsage()
  await settle()
  expect([readAppInfo.mock.calls, startTelling.mock.calls]).toEqual([[], []])
})

test('it begins with the consent, ends with the word that takes it back, and begins again', async () => {
  stop = followUsage()
  setPreference('usageConsent', 'granted')
  await vi.waitFor(() => expect(startTelling.mock.calls).toEqual([[TOLD, SCREEN]]))
  expect(followPageViews).toHaveBeenCalledWith(standOn)
  setPreference('usageConsent', 'refused')
  await vi.waitFor(() => expect([stopTelling.mock.calls.length, stopPages.mock.calls.length]).toEqual([1, 1]))
  setPreference('usageConsent', 'granted')
  await vi.waitFor(() => expect(startTelling).toHaveBeenCalledTimes(2))
})

test('a consent that is taken back before anything began begins nothing, and what waited is forgotten', async () => {
  let answer: (info: typeof TOLD) => void = () => undefined
  readAppInfo.mockReturnValue(new Promise((resolve) => (answer = resolve)))
  setPreference('usageConsent', 'granted')
  stop = followUsage()
  track('profile_popup_open', {})
  setPreference('usageConsent', 'refused')
  await settle()
  answer(TOLD)
  await settle()
  expect(startTelling).not.toHaveBeenCalled()
  const heard: string[] = []
  addTrackSink((name) => heard.push(name))()
  expect(heard).toEqual([])
})

test('a server that tells nobody is told nothing, and one that can not be asked may want it later', async () => {
  setPreference('usageConsent', 'granted')
  readAppInfo.mockResolvedValue({ hasUsageTracker: false, gtagId: null })
  stop = followUsage()
  await settle()
  expect(startTelling).not.toHaveBeenCalled()
  stop()
  readAppInfo.mockResolvedValue(undefined)
  stop = followUsage()
  await vi.waitFor(() => expect(startTelling.mock.calls).toEqual([[{ hasUsageTracker: true, gtagId: null }, SCREEN]]))
})
