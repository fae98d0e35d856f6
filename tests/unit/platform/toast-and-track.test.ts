import { expect, test } from 'vitest'
import {
  MAX_STORED_NOTICES,
  TOAST_AFTER_CLICK_MS,
  TOAST_CREATION_MS,
  TOAST_MONEY_MS,
  toastDurationMs,
  TOASTS_SHOWN,
} from '#shared/domain/toast-rules.ts'
import { addTrackSink, track } from '#src/reporting/track.ts'
import { createToastIndexes } from '#src/design/toast-host.tsx'

test('times and limits of toasts and notices', () => {
  expect({ TOAST_CREATION_MS, TOAST_MONEY_MS, TOAST_AFTER_CLICK_MS, TOASTS_SHOWN, MAX_STORED_NOTICES }).toEqual({
    TOAST_CREATION_MS: 5000,
    TOAST_MONEY_MS: 2000,
    TOAST_AFTER_CLICK_MS: 2000,
    TOASTS_SHOWN: 5,
    MAX_STORED_NOTICES: 30,
  })
})

test('toasts stay 5 s in the creation area, 2 s for money, their own time where they have one, errors until they are dismissed', () => {
  expect(toastDurationMs({ color: 'success' }, 'creation')).toBe(5000)
  expect(toastDurationMs({ color: 'info' }, 'money')).toBe(2000)
  expect(toastDurationMs({ color: 'success', durationMs: 10_000 }, 'money')).toBe(10_000)
  expect(toastDurationMs({ color: 'error' }, 'money')).toBe(Number.POSITIVE_INFINITY)
})

test('one toast shows per id, and any number without one', () => {
  const toastIndexes = createToastIndexes()
  const firstIndex = toastIndexes.allocate('copy')
  expect(toastIndexes.allocate('copy')).toBe(firstIndex)
  expect(
    new Set([firstIndex, toastIndexes.allocate('other'), toastIndexes.allocate(undefined), toastIndexes.allocate(undefined)]).size,
  ).toBe(4)
})

test('the next toast of a closed id is a new one, and its end is not the end of the next', () => {
  const toastIndexes = createToastIndexes()
  const firstIndex = toastIndexes.allocate('copy')
  toastIndexes.release(firstIndex)
  expect(toastIndexes.indexOf('copy')).toBeUndefined()
  const secondIndex = toastIndexes.allocate('copy')
  expect(secondIndex).not.toBe(firstIndex)
  toastIndexes.release(firstIndex)
  expect(toastIndexes.indexOf('copy')).toBe(secondIndex)
})

test('an event reaches every sink until it leaves', () => {
  const trackedEvents: unknown[] = []
  const removeSink = addTrackSink((name, payload) => trackedEvents.push([name, payload]))
  track('logout', { had_unsent: false })
  removeSink()
  track('logout', { had_unsent: true })
  expect(trackedEvents).toEqual([['logout', { had_unsent: false }]])
})
