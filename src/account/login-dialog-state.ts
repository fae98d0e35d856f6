import { hubState, proxy } from '#src/store/state.ts'
import { storedBusinessUserId } from '#src/store/cookies.ts'

/**
 * Opens and closes the login dialog. `storedId` returns the account of this browser ('' for none), for the time until the hub has
 * answered.
 */
export function createLoginDialog(storedId: () => string) {
  /** `reason`: a sentence that says why a login is needed. */
  const loginState = proxy<{ isOpen: boolean; reason: string | undefined }>({ isOpen: false, reason: undefined })
  const resolvers = new Set<(isLoggedIn: boolean) => void>()

  /**
   * Opens the login over the current screen. Resolves to true after the login (at once if an account is logged in), to false if the
   * user closes it.
   */
  function openLogin({ reason }: { readonly reason?: string } = {}): Promise<boolean> {
    if ((hubState.identity?.businessUserId ?? storedId()) !== '') return Promise.resolve(true)
    Object.assign(loginState, { isOpen: true, reason })
    return new Promise((resolve) => resolvers.add(resolve))
  }

  function closeLogin(isLoggedIn: boolean): void {
    loginState.isOpen = false
    for (const resolve of resolvers) resolve(isLoggedIn)
    resolvers.clear()
  }

  return { loginState, openLogin, closeLogin }
}

export const { loginState, openLogin, closeLogin } = createLoginDialog(storedBusinessUserId)
