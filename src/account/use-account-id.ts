import { useSyncExternalStore } from 'react'
import { hubState, subscribe } from '#src/store/state.ts'
import { storedBusinessUserId } from '#src/store/cookies.ts'

/** The account id; '' for a visitor. The stored id is used until the hub has answered, so that no foreign content flashes. */
export function useAccountId(): string {
  return useSyncExternalStore(follow, accountId, accountId)
}

function accountId(): string {
  return hubState.identity?.businessUserId ?? storedBusinessUserId()
}

function follow(onChange: () => void): () => void {
  return subscribe(hubState, onChange)
}

export function useHasAccount(): boolean {
  return useAccountId() !== ''
}
