import type { AppErrorCode } from '#shared/app-error.ts'
import type { EntryWay } from '#src/platform/track.ts'
import { loginSource } from '#shared/domain/login-source.ts'
import { track } from '#src/platform/track.ts'
import { clearUser, readAccount } from './session.ts'

interface RefusalDeps {
  readonly clearUser: () => Promise<boolean>
  readonly readAccount: () => Promise<void>
  readonly pathname: () => string
}

export function createNoteRefusal({ clearUser, readAccount, pathname }: RefusalDeps) {
  /** The server has not let somebody in: nobody is here, whoever was before. */
  return async function noteRefusal(code: AppErrorCode, how: EntryWay): Promise<void> {
    track(how === 'register' ? 'register_fail' : 'login_fail', { how, source: loginSource(pathname()), fail_reason: code })
    // A login of another tab may stand meanwhile: the server's word sets that right.
    if (await clearUser()) await readAccount()
  }
}

export const noteRefusal = createNoteRefusal({ clearUser, readAccount, pathname: () => location.pathname })
