import type { ReactElement } from 'react'

/** Password managers keep a new password under the name they find in the same form. */
export function UsernameForManagers({ email }: { readonly email: string }): ReactElement {
  return <input className="visually-hidden" type="text" autoComplete="username" value={email} readOnly tabIndex={-1} aria-hidden="true" />
}
