import type { ReactElement } from 'react'
import { type Text, useText } from '#src/platform/i18n.ts'
import { Icon } from '#src/design/icon.tsx'
import { formatElapsed } from '#src/platform/format.ts'
import { useNow } from '#src/platform/use-now.ts'
import { NAME_MAX_LENGTH } from '#shared/domain/account-rules.ts'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '#shared/domain/password-rule.ts'
import { errorText } from '#src/platform/error-text.ts'
import styles from './form-problem.module.css'
import type { Problem } from './form-checks.ts'

/** The error of the whole form, announced at once. */
export function FormProblem({ problem }: { readonly problem: Problem | undefined }): ReactElement {
  const text = useText()
  const retryAtMs = problem?.kind === 'refusal' ? problem.retryAtMs : null
  return (
    <div role="alert">
      {problem !== undefined && (
        <div className={styles['problem']}>
          <Icon name="alert" />
          <p>
            {problemText(problem, text)} {retryAtMs !== null && <RetryLine atMs={retryAtMs} />}
          </p>
        </div>
      )}
    </div>
  )
}

/** The time until a retry; the countdown is not announced. */
function RetryLine({ atMs }: { readonly atMs: number }): ReactElement {
  const text = useText()
  const seconds = secondsLeft(atMs, useNow())
  return (
    <span role="timer" aria-live="off">
      {seconds === 0 ? text('account.retryNow') : text('account.retryIn', { time: formatElapsed(seconds * 1000) })}
    </span>
  )
}

const LIMITS = { least: PASSWORD_MIN_LENGTH, most: PASSWORD_MAX_LENGTH, nameMost: NAME_MAX_LENGTH }

/** The message under a field; undefined without a problem. */
export function problemText(problem: Problem | undefined, text: Text): string | undefined {
  if (problem === undefined) return undefined
  return problem.kind === 'rule' ? text(`account.rule.${problem.rule}`, LIMITS) : errorText(problem.code)
}

const SECOND_MS = 1000

/** Whole seconds until a moment, rounded up, so that 0 means now. */
export function secondsLeft(atMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((atMs - nowMs) / SECOND_MS))
}
