import type { TabFacts } from '#shared/contract/hub-contract.ts'

export interface TabRegistry {
  note(tab: TabFacts): void
  isAnyVisible(): boolean
}

/** The tabs that are alive: each holds a lock of its own, and is forgotten when that lock is free. No tab has to say goodbye. */
export function createTabRegistry(tabGone: (tabId: string) => Promise<void>): TabRegistry {
  const tabs = new Map<string, boolean>()

  return {
    note({ tabId, isVisible }) {
      const isNew = !tabs.has(tabId)
      tabs.set(tabId, isVisible)
      if (isNew) void tabGone(tabId).then(() => tabs.delete(tabId))
    },
    isAnyVisible: () => [...tabs.values()].includes(true),
  }
}
