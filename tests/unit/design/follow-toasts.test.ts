import { expect, test, vi } from 'vitest'
import { followToasts, publishToast } from '#src/design/follow-toasts.ts'

const toast = (title: string) => ({ color: 'info', title }) as const

test('the first listener gets the earlier toasts, once, and the later ones', () => {
  publishToast(toast('early'), false)
  const firstListener = vi.fn()
  const secondListener = vi.fn()
  const stops = [followToasts(firstListener), followToasts(secondListener)]
  publishToast(toast('late'), true)
  expect(firstListener.mock.calls).toEqual([
    [toast('early'), false],
    [toast('late'), true],
  ])
  expect(secondListener.mock.calls).toEqual([[toast('late'), true]])
  for (const stop of stops) stop()
})
