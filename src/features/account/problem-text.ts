import type { Problem } from './problems.ts'
import type { Text } from '#src/lib/i18n.ts'
import { NAME_MAX_LENGTH } from '#shared/domain/account-rules.ts'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '#shared/domain/password-rule.ts'
import { errorText } from '#src/lib/error-text.ts'

const LIMITS = { least: PASSWORD_MIN_LENGTH, most: PASSWORD_MAX_LENGTH, nameMost: NAME_MAX_LENGTH }

/** The sentence under a field; undefined where nothing is wrong. */
export function problemText(problem: Problem | undefined, text: Text): string | undefined {
  if (problem === undefined) return undefined
  return problem.kind === 'rule' ? text(`account.rule.${problem.rule}`, LIMITS) : errorText(problem.code)
}
