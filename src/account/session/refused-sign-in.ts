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
  /** Called when a login or sign-up was rejected. If this browser still had a session, it becomes a visitor. */
  return async function endRefusedSession(code: AppErrorCode, way: EntryWay): Promise<void> {
    track(way === 'register' ? 'register_fail' : 'login_fail', { how: way, source: loginSource(pathname()), fail_reason: code })
    // Another tab may have logged in meanwhile, so the account is read from the server again.
    if (await clearUser()) await readAccount()
  }
}

export const endRefusedSession = createEndRefusedSession({ clearUser, readAccount, pathname: () => location.pathname })
