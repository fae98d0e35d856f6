import { expect, test, vi } from 'vitest'
import { WAKE_MESSAGE } from '#shared/contract/service-worker-messages.ts'
import { wakeTabs } from '#workers/sw/wake-tabs.ts'

test('every open tab gets the message that the network is back', async () => {
  const tabs = [{ postMessage: vi.fn() }, { postMessage: vi.fn() }]
  await wakeTabs({ matchAll: async () => tabs })
  for (const { postMessage } of tabs) expect(postMessage).toHaveBeenCalledExactlyOnceWith({ type: WAKE_MESSAGE })
})
