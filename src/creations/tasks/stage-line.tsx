import type { ReactElement } from 'react'
import type { StageWords } from './stage-words.ts'
import { formatElapsed } from '#src/platform/format.ts'
import { useText } from '#src/platform/i18n.ts'
import { useNow } from '#src/platform/use-now.ts'
import { Progress } from '#src/design/loading.tsx'
import styles from './stage-line.module.css'

interface StageLineProps {
  readonly stage: StageWords
  readonly sinceMs: number
  /** Nothing moves while it waits for the network. */
  readonly isWaiting?: boolean
}

/** Stage in words and the time so far; a share only where it is measured. */
export function StageLine({ stage, sinceMs, isWaiting = false }: StageLineProps): ReactElement {
  const text = useText()
  const nowMs = useNow()
  const words = text(stage.key, stage.values)
  return (
    <div className={styles['stage']}>
      <p className={styles['words']}>
        <span aria-live="polite">{words}</span>
        <span className={styles['elapsed']} aria-label={text('stage.elapsed')} role="timer" aria-live="off">
          {formatElapsed(nowMs - sinceMs)}
        </span>
      </p>
      {!isWaiting && <Progress label={words} {...(stage.fraction === undefined ? {} : { fraction: stage.fraction })} />}
    </div>
  )
}
