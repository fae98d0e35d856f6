import { hubState } from './hub-mirror.ts'
import { useSnapshot } from './state.ts'
import { storedBusinessUserId } from './stored-business-user-id.ts'

/** Whether somebody is logged in. Before the hub has spoken the stored id counts, so that nothing flashes that is not theirs. */
export function useHasAccount(): boolean {
  return (useSnapshot(hubState).identity?.businessUserId ?? storedBusinessUserId()) !== ''
}
