import { useRef, useState } from 'react'
import { NAME_MAX_LENGTH } from '#shared/domain/account-rules.ts'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, normalizePassword, passwordProblem } from '#shared/domain/password-rule.ts'
import type { AppError, Result } from '#shared/result.ts'
import { type Text, useText, formatElapsed, errorText } from '#src/i18n/i18n.ts'
import { Icon } from '#src/design/icon.tsx'
import { useNow } from '#src/i18n/use-now.ts'
import { useFocusProblem } from '#src/browser/focus-problem.ts'
import styles from './account-form.module.css'
import { type Problem, type Problems, toProblem } from './form-checks.ts'

interface AccountFormState<Field extends string> {
  readonly problems: Problems<Field>
  readonly refusals: number
  readonly isBusy: boolean
}

interface Submission<Field extends string, Data> {
  /** Errors that the page finds without the server. If there are any, nothing is sent. */
  readonly pageProblems: Problems<Field>
  readonly call: () => Promise<Result<Data>>
  /** Assigns a rejection of the server to a field; null if it concerns no field. */
  readonly toFieldProblems?: (error: AppError) => Problems<Field> | null
  readonly onDone: (data: Data) => void
}

interface AccountForm<Field extends string> extends Pick<AccountFormState<Field>, 'problems' | 'isBusy'> {
  readonly ref: React.RefObject<HTMLFormElement | null>
  readonly send: <Data>(event: React.SyntheticEvent, submission: Submission<Field, Data>) => Promise<void>
}

/** A form that makes one call. A rejection leaves the input as it is and focuses the first wrong field. */
export function useAccountForm<Field extends string>(): AccountForm<Field> {
  const ref = useRef<HTMLFormElement>(null)
  const [{ problems, refusals, isBusy }, setState] = useState<AccountFormState<Field>>({ problems: {}, refusals: 0, isBusy: false })
  useFocusProblem(ref, refusals)
  const showProblems = (foundProblems: Problems<Field>) => setState({ problems: foundProblems, refusals: refusals + 1, isBusy: false })
  return {
    problems,
    isBusy,
    ref,
    async send(event, { pageProblems, call, toFieldProblems, onDone }) {
      event.preventDefault()
      if (isBusy) return
      if (Object.keys(pageProblems).length > 0) return showProblems(pageProblems)
      setState({ problems: {}, refusals, isBusy: true })
      const answer = await call()
      if (!answer.ok) return showProblems(toFieldProblems?.(answer.error) ?? { form: toProblem(answer.error, Date.now()) })
      setState({ problems: {}, refusals, isBusy: false })
      onDone(answer.value)
    },
  }
}

/** Shows the error of the whole form, announced at once. */
export function FormProblem({ problem }: { readonly problem: Problem | undefined }) {
  const text = useText()
  const retryAtMs = problem?.kind === 'refusal' ? problem.retryAtMs : null
  return (
    <div role="alert">
      {problem !== undefined && (
        <div className={styles['problem']}>
          <Icon name="alert" />
          <p>
            {problemText(problem, text)} {retryAtMs !== null && <RetryLine retryAtMs={retryAtMs} />}
          </p>
        </div>
      )}
    </div>
  )
}

/** A countdown to the next permitted try. Screen readers do not announce it. */
function RetryLine({ retryAtMs }: { readonly retryAtMs: number }) {
  const text = useText()
  const seconds = secondsLeft(retryAtMs, useNow())
  return (
    <span role="timer" aria-live="off">
      {seconds === 0 ? text('account.retryNow') : text('account.retryIn', { time: formatElapsed(seconds * 1000) })}
    </span>
  )
}

const LIMITS = { least: PASSWORD_MIN_LENGTH, most: PASSWORD_MAX_LENGTH, nameMost: NAME_MAX_LENGTH }

export function problemText(problem: Problem | undefined, text: Text): string | undefined {
  if (problem === undefined) return undefined
  return problem.kind === 'rule' ? text(`account.rule.${problem.rule}`, LIMITS) : errorText(problem.code)
}

const SECOND_MS = 1000

/** The whole seconds until a time, rounded up, so that 0 means that the time has come. */
export function secondsLeft(atMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((atMs - nowMs) / SECOND_MS))
}

/** The text below the field of a new password while the user types: the password's problem, or that it has none. */
export function passwordHint(password: string, text: Text): string {
  const problem = passwordProblem(password)
  if (problem === null) return text('account.hint.good')
  if (problem !== 'too_short') return text(`account.hint.${problem}`)
  const count = PASSWORD_MIN_LENGTH - Array.from(normalizePassword(password)).length
  return password === '' ? text('account.hint.empty', { least: PASSWORD_MIN_LENGTH }) : text('account.hint.too_short', { count })
}

/** A hidden field with the account's e-mail address. Password managers store the new password under this address. */
export function UsernameForManagers({ email }: { readonly email: string }) {
  return <input className="visually-hidden" type="text" autoComplete="username" value={email} readOnly tabIndex={-1} aria-hidden="true" />
}
