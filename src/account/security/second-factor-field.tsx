import type { ReactElement } from 'react'
import type { AppError } from '#shared/result.ts'
import { normalizeSecondFactor, SECOND_FACTOR_LENGTH } from '#shared/domain/account-rules.ts'
import { useText } from '#src/platform/i18n.ts'
import { TextField } from '#src/design/text-field.tsx'
import { type Problem, type Problems, gatherProblems, refusal } from '../form-checks.ts'
import { problemText } from '../form-problem.tsx'

interface SecondFactorFieldProps {
  readonly value: string
  readonly problem: Problem | undefined
  readonly hint: string
  readonly isFocused?: boolean
  readonly onValue: (value: string) => void
}

/** A code of the authenticator app; where recovery codes count too, the hint says so. */
export function SecondFactorField({ value, problem, hint, isFocused = false, onValue }: SecondFactorFieldProps): ReactElement {
  const text = useText()
  return (
    <TextField
      label={text('account.field.code')}
      name="code"
      look="code"
      value={value}
      problem={problemText(problem, text)}
      hint={hint}
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was opened by a press just now
      autoFocus={isFocused}
      onValue={onValue}
    />
  )
}

export function secondFactorProblems(code: string): Problems<'code'> {
  return gatherProblems<'code'>({ code: normalizeSecondFactor(code).length < SECOND_FACTOR_LENGTH ? 'code_short' : null })
}

/** A refused code belongs to its field. */
export function placeCodeProblem(error: AppError): Problems<'code'> | null {
  const isOfCode = error.code === 'SECOND_FACTOR_WRONG' || error.fields?.includes('code') === true
  return isOfCode ? { code: refusal({ ...error, code: 'SECOND_FACTOR_WRONG' }, Date.now()) } : null
}
