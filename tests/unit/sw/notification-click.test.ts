import { expect, test, vi } from 'vitest'
import type { AppWindows } from '#workers/sw/notification-click.ts'
import { openResult } from '#workers/sw/notification-click.ts'

function clientsWith(...addresses: string[]) {
  const windows = addresses.map((url) => ({ url, focus: vi.fn(async () => undefined), navigate: vi.fn(async () => undefined) }))
  const openWindow = vi.fn(async () => undefined)
  const clients: AppWindows = { matchAll: async () => windows, openWindow }
  return { windows, openWindow, clients }
}

test('a window that shows the creations is brought to the front as it is', async () => {
  const { windows, openWindow, clients } = clientsWith('https://kinora.test/home', 'https://kinora.test/en/ai/creation')
  await openResult(clients, '/ai/creation')
  expect(windows.map(({ focus, navigate }) => [focus.mock.calls.length, navigate.mock.calls.length])).toEqual([
    [0, 0],
    [1, 0],
  ])
  expect(openWindow).not.toHaveBeenCalled()
})

test('another window is focused and led to the creations', async () => {
  const { windows, clients } = clientsWith('https://kinora.test/home')
  await openResult(clients, '/ai/creation')
  expect(windows[0]?.focus).toHaveBeenCalledTimes(1)
  expect(windows[0]?.navigate).toHaveBeenCalledExactlyOnceWith('/ai/creation')
})

test('without a window one is opened', async () => {
  const { openWindow, clients } = clientsWith()
  await openResult(clients, '/ai/creation')
  expect(openWindow).toHaveBeenCalledExactlyOnceWith('/ai/creation')
})

test('a window with a locale in its address keeps it', async () => {
  const { windows, clients } = clientsWith('https://kinora.test/en/tools/video-templates?x=1')
  await openResult(clients, '/ai/creation')
  expect(windows[0]?.navigate).toHaveBeenCalledExactlyOnceWith('/en/ai/creation')
})
