import { hubState } from './hub-mirror.ts'
import { useSnapshot } from './state.ts'
import { storedBusinessUserId } from './stored-business-user-id.ts'

/** Whose account this is; '' for a visitor. Before the hub has spoken the stored id counts, so that nothing flashes that is not theirs. */
export function useAccountId(): string {
  return useSnapshot(hubState).identity?.businessUserId ?? storedBusinessUserId()
}
