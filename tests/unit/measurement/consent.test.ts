import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  askForConsent,
  answerConsent,
  consentQuestion,
  postponeConsent,
  asksNotToBeFollowed,
  effectiveConsent,
} from '#src/measurement/consent-question.ts'
import { hubState } from '#src/store/state.ts'
import { preferences, setPreference } from '#src/store/preferences.ts'
import { finishedTask, work } from '../../fixtures/page/builders.ts'

vi.stubGlobal('navigator', { doNotTrack: null })

const requestAppInfo = vi.fn()
const ask = (isSecure = true) => askForConsent(isSecure, { requestAppInfo })
const NO_TRACKERS = { hasUsageTracker: false, gtagId: null, app_key: null }
const WITH_TRACKER = { ...NO_TRACKERS, hasUsageTracker: true }

let stop = () => undefined as void
afterEach(() => stop())
beforeEach(() => {
  setPreference('usageConsent', 'unasked')
  setPreference('attributionConsent', 'unasked')
  consentQuestion.isOpen = false
  hubState.work = work({ finished: [] })
  requestAppInfo.mockReset().mockResolvedValue(WITH_TRACKER)
})

const finishVideo = () => {
  hubState.work = work({ finished: [finishedTask({ status: 'SUCCESS', announcedBy: 'tab' })] })
}

test('a browser with Do Not Track counts as refused without an answer', () => {
  expect([{ globalPrivacyControl: true }, { doNotTrack: '1' }].map(asksNotToBeFollowed)).toEqual([true, true])
  expect([{}, { doNotTrack: '0' }, { doNotTrack: null, globalPrivacyControl: false }].map(asksNotToBeFollowed)).toEqual([
    false,
    false,
    false,
  ])
  expect(effectiveConsent('unasked', true)).toBe('refused')
  expect(effectiveConsent('unasked', false)).toBe('unasked')
  expect(effectiveConsent('granted', true)).toBe('granted')
})

test('the prompt shows after the first video, and not before', async () => {
  stop = ask()
  await Promise.resolve()
  expect([consentQuestion.isOpen, requestAppInfo.mock.calls.length]).toEqual([false, 0])
  finishVideo()
  await vi.waitFor(() => expect(consentQuestion.isOpen).toBe(true))
})

test('it shows once per visit, and again after a failed load', async () => {
  requestAppInfo.mockResolvedValueOnce(undefined)
  stop = ask()
  finishVideo()
  await vi.waitFor(() => expect(requestAppInfo).toHaveBeenCalledOnce())
  await Promise.resolve()
  finishVideo()
  await vi.waitFor(() => expect(consentQuestion.isOpen).toBe(true))
  postponeConsent()
  finishVideo()
  await vi.waitFor(() => expect(requestAppInfo).toHaveBeenCalledTimes(2))
  expect(consentQuestion.isOpen).toBe(false)
})

test('nobody is asked where nothing is sent, or where a choice was made', async () => {
  requestAppInfo.mockResolvedValue(NO_TRACKERS)
  stop = ask()
  finishVideo()
  await vi.waitFor(() => expect(requestAppInfo).toHaveBeenCalledOnce())
  await Promise.resolve()
  expect(consentQuestion.isOpen).toBe(false)
  stop()
  requestAppInfo.mockReset().mockResolvedValue(WITH_TRACKER)
  answerConsent('refused')
  stop = ask()
  await Promise.resolve()
  expect(requestAppInfo).not.toHaveBeenCalled()
})

test('where a server asks for attribution alone, that alone is asked, over https, until it is answered', async () => {
  const attributionOnly = { ...NO_TRACKERS, app_key: 'token' }
  requestAppInfo.mockResolvedValue(attributionOnly)
  stop = ask(false)
  finishVideo()
  await vi.waitFor(() => expect(requestAppInfo).toHaveBeenCalledOnce())
  await Promise.resolve()
  expect(consentQuestion.isOpen).toBe(false)
  stop()
  stop = ask(true)
  await vi.waitFor(() => expect(consentQuestion).toMatchObject({ isOpen: true, subject: 'origin', hasGoogle: false }))
  Object.assign(preferences, { attributionConsent: 'refused' })
  await vi.waitFor(() => expect(consentQuestion.isOpen).toBe(false))
})

test('a user with an answer about use is not asked again about attribution', async () => {
  requestAppInfo.mockResolvedValue({ ...WITH_TRACKER, app_key: 'token' })
  setPreference('usageConsent', 'refused')
  stop = ask()
  finishVideo()
  await vi.waitFor(() => expect(requestAppInfo).toHaveBeenCalledOnce())
  await Promise.resolve()
  expect(consentQuestion.isOpen).toBe(false)
})

test('the prompt names Google where it is used', async () => {
  requestAppInfo.mockResolvedValue({ ...WITH_TRACKER, gtagId: 'G-1' })
  stop = ask()
  finishVideo()
  await vi.waitFor(() => expect(consentQuestion).toMatchObject({ isOpen: true, subject: 'use', hasGoogle: true }))
})

test('an answer settles both choices, and one of another tab closes the prompt', async () => {
  answerConsent('refused')
  expect([preferences.usageConsent, preferences.attributionConsent]).toEqual(['refused', 'refused'])
  setPreference('usageConsent', 'unasked')
  stop = ask()
  finishVideo()
  await vi.waitFor(() => expect(consentQuestion.isOpen).toBe(true))
  Object.assign(preferences, { usageConsent: 'granted' })
  await vi.waitFor(() => expect(consentQuestion.isOpen).toBe(false))
})
