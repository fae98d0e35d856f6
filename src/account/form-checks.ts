import type { AppError, AppErrorCode } from '#shared/result.ts'
import {
  ENTERED_PASSWORD_MAX_LENGTH,
  NAME_MAX_LENGTH,
  SECOND_FACTOR_LENGTH,
  isEmail,
  isEmailCode,
  isSecondFactor,
  normalizeEmail,
  normalizeSecondFactor,
} from '#shared/domain/account-rules.ts'
import { type PasswordProblem, passwordProblem } from '#shared/domain/password-rule.ts'

/** Errors that the page finds without the server. */
export type FieldRule =
  | 'email_missing'
  | 'email_shape'
  | 'email_other'
  | 'password_missing'
  | 'password_wrong'
  | 'code_short'
  | 'name_missing'
  | 'first_name_missing'
  | 'last_name_missing'
  | 'name_long'
  | PasswordProblem

/** Why an input was rejected. `retryAtMs`: when the user can try again; null if unknown. */
export type Problem =
  | { readonly kind: 'rule'; readonly rule: FieldRule }
  | { readonly kind: 'refusal'; readonly code: AppErrorCode; readonly retryAtMs: number | null }

/** Problems by field. `form` is a problem that concerns no single field. */
export type Problems<Field extends string> = { readonly [Name in Field | 'form']?: Problem }

/** The problem of a failed call. If the server rejects the e-mail address, the text is the same as for a malformed one. */
export function toProblem({ code, afterMs, fields }: AppError, nowMs: number): Problem {
  if (code === 'H3000' && fields?.includes('email') === true) return { kind: 'rule', rule: 'email_shape' }
  return { kind: 'refusal', code, retryAtMs: afterMs === undefined ? null : nowMs + afterMs }
}

export function checkEmail(email: string): FieldRule | null {
  if (email.trim() === '') return 'email_missing'
  return isEmail(normalizeEmail(email)) ? null : 'email_shape'
}

/** Checks a name. `emptyRule` is the rule that an empty name breaks. */
export function checkName(name: string, emptyRule: FieldRule = 'name_missing'): FieldRule | null {
  const { length } = Array.from(name.trim())
  if (length === 0) return emptyRule
  return length > NAME_MAX_LENGTH ? 'name_long' : null
}

/** The problem of a typed password, if any. A password above the maximum length is wrong in any case and is not sent. */
export function checkEnteredPassword(password: string): FieldRule | null {
  if (password === '') return 'password_missing'
  return Array.from(password).length > ENTERED_PASSWORD_MAX_LENGTH ? 'too_long' : null
}

export function checkEmailCode(code: string): FieldRule | null {
  return isEmailCode(code.trim()) ? null : 'code_short'
}

/** The problem of a typed code, if it is neither a code of an authenticator app nor a recovery code. */
export function checkSecondFactor(code: string): Problem | null {
  const normalizedCode = normalizeSecondFactor(code)
  if (normalizedCode.length < SECOND_FACTOR_LENGTH) return { kind: 'rule', rule: 'code_short' }
  return isSecondFactor(normalizedCode) ? null : { kind: 'refusal', code: 'SECOND_FACTOR_WRONG', retryAtMs: null }
}

export function checkNewPassword(password: string): FieldRule | null {
  return password === '' ? 'password_missing' : passwordProblem(password)
}

export function gatherProblems<Field extends string>(rules: { readonly [Name in Field]?: FieldRule | null }): Problems<Field> {
  const brokenRules = Object.entries<FieldRule | null | undefined>(rules).filter(([, rule]) => rule !== null && rule !== undefined)
  return Object.fromEntries(brokenRules.map(([field, rule]) => [field, { kind: 'rule', rule }])) as Problems<Field>
}
