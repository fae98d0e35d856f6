import { COMMON_PASSWORDS } from '#shared/domain/common-passwords.ts'

export const PASSWORD_MIN_LENGTH = 8
export const PASSWORD_MAX_LENGTH = 128

export type PasswordProblem = 'too_short' | 'too_long' | 'common'

/** What is wrong with a new password; null when it can be taken. Lengths in characters. Rule: docs/rules.md, "Accounts". */
export function passwordProblem(password: string): PasswordProblem | null {
  const { length } = Array.from(password)
  if (length < PASSWORD_MIN_LENGTH) return 'too_short'
  if (length > PASSWORD_MAX_LENGTH) return 'too_long'
  return COMMON_PASSWORDS.has(password.toLowerCase()) ? 'common' : null
}
