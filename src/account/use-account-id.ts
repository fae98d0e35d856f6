import { useSyncExternalStore } from 'react'
import { hubState, subscribe } from '#src/store/state.ts'
import { storedBusinessUserId } from '#src/store/cookies.ts'

/**
 * The id of the account; '' for a visitor. Until the hub has answered, it is the stored id, so that no other account's content is
 * shown.
 */
export function useAccountId(): string {
  return useSyncExternalStore(followHub, accountId, accountId)
}

function accountId(): string {
  return hubState.identity?.businessUserId ?? storedBusinessUserId()
}

function followHub(onChange: () => void): () => void {
  return subscribe(hubState, onChange)
}

export function useHasAccount(): boolean {
  return useAccountId() !== ''
}
