import type { AppErrorCode } from '#shared/result.ts'
import { loginSource } from '#shared/domain/account-rules.ts'
import { type EntryWay, track } from '#src/reporting/track.ts'
import { clearUser, readAccount } from './session.ts'

interface RefusalDeps {
  readonly clearUser: () => Promise<boolean>
  readonly readAccount: () => Promise<void>
  readonly pathname: () => string
}

export function createEndRefusedSession({ clearUser, readAccount, pathname }: RefusalDeps) {
  /** After the server rejects the session, this browser becomes a visitor. */
  return async function endRefusedSession(code: AppErrorCode, how: EntryWay): Promise<void> {
    track(how === 'register' ? 'register_fail' : 'login_fail', { how, source: loginSource(pathname()), fail_reason: code })
    // Another tab may have logged in meanwhile; the server's answer corrects that.
    if (await clearUser()) await readAccount()
  }
}

export const endRefusedSession = createEndRefusedSession({ clearUser, readAccount, pathname: () => location.pathname })
