import { proxy } from '#src/platform/state.ts'

/** What is shown of a kept video. */
export interface OfflineFacts {
  readonly bytes: number
  readonly keptAtMs: number
  readonly isPinned: boolean
}

/** What the person keeps on this device, by id. `blocked`: this browser lets nothing be kept. */
export const offlineState = proxy<{ status: 'unread' | 'read' | 'blocked'; keepsAll: boolean; videos: Record<string, OfflineFacts> }>({
  status: 'unread',
  keepsAll: false,
  videos: {},
})
