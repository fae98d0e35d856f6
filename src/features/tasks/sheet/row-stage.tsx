import type { ReactElement } from 'react'
import type { StageWords } from '#src/features/tasks/stage-words.ts'
import { formatElapsed } from '#src/lib/format.ts'
import { useText } from '#src/lib/i18n.ts'
import { useNow } from '#src/lib/use-now.ts'
import styles from './row-stage.module.css'

/** Stage in words and the time so far, in one line. */
export function RowStage({ stage, sinceMs }: { readonly stage: StageWords; readonly sinceMs: number }): ReactElement {
  const text = useText()
  const nowMs = useNow()
  return (
    <p className={styles['stage']}>
      <span aria-live="polite">{text(stage.key, stage.values)}</span>
      <span className={styles['elapsed']} aria-label={text('stage.elapsed')} role="timer" aria-live="off">
        {formatElapsed(nowMs - sinceMs)}
      </span>
    </p>
  )
}
