import { hubState, proxy } from '#src/store/state.ts'
import { storedBusinessUserId } from '#src/store/cookies.ts'

/** `storedId`: the stored account, '' for none; valid until the hub has answered. */
export function createLoginDialog(storedId: () => string) {
  /** `reason`: why a login is needed, as a sentence. */
  const loginState = proxy<{ isOpen: boolean; reason: string | undefined }>({ isOpen: false, reason: undefined })
  const waiting = new Set<(isLoggedIn: boolean) => void>()

  /** Opens the login over the current screen: resolves to true after a login, false when it is closed. */
  function openLogin({ reason }: { readonly reason?: string } = {}): Promise<boolean> {
    if ((hubState.identity?.businessUserId ?? storedId()) !== '') return Promise.resolve(true)
    Object.assign(loginState, { isOpen: true, reason })
    return new Promise((resolve) => waiting.add(resolve))
  }

  function closeLogin(isLoggedIn: boolean): void {
    loginState.isOpen = false
    for (const resolve of waiting) resolve(isLoggedIn)
    waiting.clear()
  }

  return { loginState, openLogin, closeLogin }
}

export const { loginState, openLogin, closeLogin } = createLoginDialog(storedBusinessUserId)
