import { proxy } from '#src/store/state.ts'

interface OfflineFacts {
  readonly bytes: number
  readonly keptAtMs: number
  readonly isPinned: boolean
}

/** The offline videos of the current account, by id. `blocked`: the browser does not allow storage. */
export const offlineState = proxy<{ status: 'unread' | 'read' | 'blocked'; savesAll: boolean; videos: Record<string, OfflineFacts> }>({
  status: 'unread',
  savesAll: false,
  videos: {},
})
