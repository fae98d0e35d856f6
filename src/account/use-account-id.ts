import { useSyncExternalStore } from 'react'
import { hubState } from '#src/platform/hub-state.ts'
import { subscribe } from '#src/platform/state.ts'
import { storedBusinessUserId } from '#src/platform/cookies.ts'

/** Whose account this is; '' for a visitor. Before the hub has spoken the stored id counts, so that nothing flashes that is not theirs. */
export function useAccountId(): string {
  return useSyncExternalStore(follow, accountId, accountId)
}

function accountId(): string {
  return hubState.identity?.businessUserId ?? storedBusinessUserId()
}

function follow(onChange: () => void): () => void {
  return subscribe(hubState, onChange)
}

/** Whether somebody is logged in. */
export function useHasAccount(): boolean {
  return useAccountId() !== ''
}
