import type { LoggedIn } from '#shared/api/auth.ts'
import type { EntryWay } from '#src/lib/track-events.ts'
import { loginSource } from '#shared/domain/login-source.ts'
import { track } from '#src/lib/track.ts'
import { becomeAccount } from './session.ts'

/** The server has let somebody in: this browser becomes that account, and what the visitor left unsent comes along. */
export async function enterAs({ userInfo }: LoggedIn, how: EntryWay): Promise<void> {
  await becomeAccount(userInfo.id)
  track(how === 'register' ? 'register_success' : 'login_success', { how, source: loginSource(location.pathname) })
}
