import { hub } from '#src/bridge/hub-client.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { text } from '#src/lib/i18n.ts'
import { openLogin } from '#src/lib/login-dialog-state.ts'
import { subscribe } from '#src/lib/state.ts'

/** How long a session that is over may take to be noticed here, in ms. */
const NOTICE_LIMIT_MS = 5000

/** True once somebody is logged in who can buy. Where the server says that the session is over, the page has to notice that first. */
export async function logInToBuy(isSessionOver: boolean): Promise<boolean> {
  if (isSessionOver) await noticed()
  return openLogin({ reason: text('checkout.loginReason') })
}

async function noticed(): Promise<void> {
  await hub.api.refreshAccount()
  await new Promise<void>((resolve) => {
    const look = () => hubState.identity?.businessUserId === '' && finish()
    const stop = subscribe(hubState, look)
    const timer = setTimeout(finish, NOTICE_LIMIT_MS)
    function finish(): void {
      stop()
      clearTimeout(timer)
      resolve()
    }
    look()
  })
}
