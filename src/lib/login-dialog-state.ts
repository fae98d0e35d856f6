import { hubState } from '#src/lib/hub-mirror.ts'
import { proxy } from '#src/lib/state.ts'
import { storedBusinessUserId } from '#src/lib/stored-business-user-id.ts'

/** `reason`: why a login is asked for, as a sentence. */
export const loginState = proxy<{ isOpen: boolean; reason: string | undefined }>({ isOpen: false, reason: undefined })

const waiting = new Set<(isLoggedIn: boolean) => void>()

/** Asks for a login over whatever is on the screen: true once somebody is logged in, false when it is closed. */
export function openLogin({ reason }: { readonly reason?: string } = {}): Promise<boolean> {
  if ((hubState.identity?.businessUserId ?? storedBusinessUserId()) !== '') return Promise.resolve(true)
  Object.assign(loginState, { isOpen: true, reason })
  return new Promise((resolve) => waiting.add(resolve))
}

export function closeLogin(isLoggedIn: boolean): void {
  loginState.isOpen = false
  for (const resolve of waiting) resolve(isLoggedIn)
  waiting.clear()
}
