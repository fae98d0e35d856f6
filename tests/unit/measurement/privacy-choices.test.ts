import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AppInfo } from '#shared/api/app-info.ts'
import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'
import { preferences, setPreference } from '#src/store/preferences.ts'
import { choicesOf, FIRST_ANSWER_LIMIT_MS, knownChoices, learnChoices } from '#src/measurement/privacy-choices.ts'

const stored = new Map<string, string>()
const NO_TRACKERS = { hasUsageTracker: false, gtagId: null, app_key: null }
const USAGE_AND_ATTRIBUTION = { hasUsageTracker: true, gtagId: null, app_key: 'an app' }
const ALL = ['usageConsent', 'attributionConsent', 'errorReports']

vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
})

const answering = (info: Partial<AppInfo> | undefined) => ({ requestAppInfo: async () => info as AppInfo | undefined })

beforeEach(() => {
  stored.clear()
  for (const name of ['usageConsent', 'attributionConsent', 'errorReports'] as const) setPreference(name, 'unasked')
})
afterEach(() => vi.useRealTimers())

test('a choice counts where it has an effect: use with either tracker, attribution with a name of the app and over https', () => {
  expect(choicesOf(NO_TRACKERS, true)).toEqual(['errorReports'])
  expect(choicesOf({ ...NO_TRACKERS, hasUsageTracker: true }, true)).toEqual(['usageConsent', 'errorReports'])
  expect(choicesOf({ ...NO_TRACKERS, gtagId: 'G-1' }, true)).toEqual(['usageConsent', 'errorReports'])
  expect(choicesOf({ ...NO_TRACKERS, app_key: 'an app' }, false)).toEqual(['errorReports'])
  expect(choicesOf(USAGE_AND_ATTRIBUTION, true)).toEqual(ALL)
})

test('the server’s last answer is known on the next visit before a request, and the consent stays', async () => {
  expect(knownChoices()).toEqual(ALL)
  await learnChoices(answering(NO_TRACKERS), true)
  expect(knownChoices()).toEqual(['errorReports'])
  setPreference('usageConsent', 'granted')
  expect(preferences.usageConsent).toBe('granted')
  expect(knownChoices()).toEqual(['usageConsent', 'errorReports'])
})

test('a first visit waits for the answer, a later one does not', async () => {
  vi.useFakeTimers()
  let isLearned = false
  const never = { requestAppInfo: () => new Promise<undefined>(() => undefined) }
  const learning = learnChoices(never, true).then(() => (isLearned = true))
  await vi.advanceTimersByTimeAsync(FIRST_ANSWER_LIMIT_MS - 1)
  expect(isLearned).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await learning
  stored.set(LOCAL_KEYS.privacyChoices, 'errorReports')
  await learnChoices(never, true)
})

test('a server that can not be reached changes nothing of the known state', async () => {
  await learnChoices(answering(USAGE_AND_ATTRIBUTION), true)
  await learnChoices(answering(undefined), true)
  expect(knownChoices()).toEqual(ALL)
})
