import { expect, test } from 'vitest'
import { addTrackSink, track } from '#src/lib/track.ts'
import { MAX_TOASTS, TOAST_AFTER_CLICK_MS, TOAST_CREATION_MS, TOAST_MONEY_MS, toastDurationMs } from '#src/ui/toast-rules.ts'

test('toasts stay 5 s in the creation area, 2 s for money, errors until they are put away', () => {
  expect(toastDurationMs('success', 'creation')).toBe(5000)
  expect(toastDurationMs('info', 'money')).toBe(2000)
  expect(toastDurationMs('error', 'money')).toBe(Number.POSITIVE_INFINITY)
  expect([TOAST_CREATION_MS, TOAST_MONEY_MS, TOAST_AFTER_CLICK_MS]).toEqual([5000, 2000, 2000])
  expect(MAX_TOASTS).toBe(5)
})

test('an event reaches every sink until it leaves', () => {
  const heard: unknown[] = []
  const leave = addTrackSink((name, payload) => heard.push([name, payload]))
  track('create_result', { result: 'success' })
  leave()
  track('create_result', { result: 'fail' })
  expect(heard).toEqual([['create_result', { result: 'success' }]])
})
