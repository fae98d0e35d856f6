import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerNotices, areNoticesAllowed, askForNoticesOnce } from '#src/browser/notifications.ts'
import { preferences, setPreference } from '#src/store/preferences.ts'

const requestPermission = vi.fn()

beforeEach(() => {
  vi.stubGlobal('Notification', { permission: 'default', requestPermission })
  setPreference('notices', 'unasked')
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetAllMocks()
})

test('the first commit shows our question and never the browser’s', () => {
  askForNoticesOnce()
  expect(preferences.notices).toBe('asking')
  expect(requestPermission).not.toHaveBeenCalled()
})

test('a refusal is stored, is not asked about again and does not ask the browser', async () => {
  askForNoticesOnce()
  await answerNotices(false)
  askForNoticesOnce()
  expect(preferences.notices).toBe('off')
  expect(requestPermission).not.toHaveBeenCalled()
})

test.each([
  ['granted', 'on'],
  ['denied', 'off'],
  ['default', 'off'],
] as const)('consent asks the browser; %s is stored as %s', async (permission, preference) => {
  requestPermission.mockResolvedValue(permission)
  await answerNotices(true)
  expect(preferences.notices).toBe(preference)
})

test('nobody is asked where the browser has decided already or has no notifications', () => {
  vi.stubGlobal('Notification', { permission: 'denied' })
  askForNoticesOnce()
  vi.stubGlobal('Notification', undefined)
  Reflect.deleteProperty(globalThis, 'Notification')
  askForNoticesOnce()
  expect(preferences.notices).toBe('unasked')
  expect(areNoticesAllowed()).toBe(false)
})
