import type { ReactElement } from 'react'
import type { Text } from '#src/platform/i18n.ts'
import { PASSWORD_MIN_LENGTH, passwordProblem } from '#shared/domain/password-rule.ts'

/** The unmet rules of a new password while it is typed. */
export function passwordHint(password: string, text: Text): string {
  const problem = passwordProblem(password)
  if (problem === null) return text('account.hint.good')
  if (problem !== 'too_short') return text(`account.hint.${problem}`)
  const count = PASSWORD_MIN_LENGTH - Array.from(password).length
  return password === '' ? text('account.hint.empty', { least: PASSWORD_MIN_LENGTH }) : text('account.hint.too_short', { count })
}

/** Password managers store a new password under the user name in the same form. */
export function UsernameForManagers({ email }: { readonly email: string }): ReactElement {
  return <input className="visually-hidden" type="text" autoComplete="username" value={email} readOnly tabIndex={-1} aria-hidden="true" />
}
