import type { UserInfo } from '#shared/api/user.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { useHasAccount } from '#src/lib/use-has-account.ts'

/** Who is here: a visitor, an account, one that could not be read yet, or one of whom nothing was heard so far. */
export function useAccount(): UserInfo | 'visitor' | 'unread' | 'unheard' {
  const { account, identity } = useSnapshot(hubState)
  if (!useHasAccount()) return 'visitor'
  if (account?.isLoggedIn === true) return account
  return identity === null ? 'unheard' : 'unread'
}
