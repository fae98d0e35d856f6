import type { ReactElement } from 'react'
import type { Problem } from './problems.ts'
import { useText } from '#src/lib/i18n.ts'
import { Icon } from '#src/ui/icon.tsx'
import { formatElapsed } from '#src/lib/format.ts'
import { useNow } from '#src/lib/use-now.ts'
import styles from './form-problem.module.css'
import { problemText } from './problem-text.ts'
import { secondsLeft } from './seconds-left.ts'

/** Why the whole form was not taken, said at once. */
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

/** When it can be tried again; it counts down unheard. */
function RetryLine({ atMs }: { readonly atMs: number }): ReactElement {
  const text = useText()
  const seconds = secondsLeft(atMs, useNow())
  return (
    <span role="timer" aria-live="off">
      {seconds === 0 ? text('account.retryNow') : text('account.retryIn', { time: formatElapsed(seconds * 1000) })}
    </span>
  )
}
