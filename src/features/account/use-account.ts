import type { UserInfo } from '#shared/api/user.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { useHasAccount } from '#src/lib/use-has-account.ts'

/** Who is here: a visitor, an account, or an account that could not be read yet. */
export function useAccount(): UserInfo | 'visitor' | 'unread' {
  const { account } = useSnapshot(hubState)
  if (!useHasAccount()) return 'visitor'
  return account?.isLoggedIn === true ? account : 'unread'
}
