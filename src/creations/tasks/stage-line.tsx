import type { ReactElement } from 'react'
import type { BatchTask } from '#shared/api/generation.ts'
import type { OutboxItem } from '#shared/contract/hub-contract.ts'
import { formatElapsed } from '#src/platform/format.ts'
import { useText } from '#src/platform/i18n.ts'
import { useNow } from '#src/platform/use-now.ts'
import { Progress } from '#src/design/loading.tsx'
import styles from './stage-line.module.css'

/** A text key with its values; `fraction` only where progress is really measured. */
export interface StageWords {
  readonly key: string
  readonly values?: Readonly<Record<string, string | number>>
  readonly fraction?: number
}

/** The stage of a pending commit. */
export function outboxStage(item: Pick<OutboxItem, 'state' | 'sentBytes' | 'totalBytes'>, isOnline: boolean): StageWords {
  if (item.state === 'refused') return { key: 'stage.refused' }
  if (!isOnline) return { key: 'stage.waitingConnection' }
  if (item.state === 'sending') return { key: 'stage.sending' }
  if (item.state === 'unknown') return { key: 'stage.checking' }
  if (item.state === 'queued' || item.totalBytes === 0) return { key: 'stage.waitingTurn' }
  const fraction = Math.min(1, item.sentBytes / item.totalBytes)
  return { key: 'stage.uploading', values: { percent: Math.round(fraction * 100) }, fraction }
}

/** The stage of an accepted video; the queue position only if known. */
export function taskStage(task: Pick<BatchTask, 'status' | 'stage' | 'queuePosition'>): StageWords {
  if (task.status === 'SUCCESS' || task.stage === 'finishing') return { key: 'stage.finishing' }
  if (task.stage === 'rendering') return { key: 'stage.rendering' }
  if (task.stage === 'preparing') return { key: 'stage.preparing' }
  if (task.status === 'PROCESSING') return { key: 'taskState.pending' }
  const hasPosition = task.queuePosition !== null && task.queuePosition > 0
  return hasPosition ? { key: 'stage.queuedAt', values: { position: task.queuePosition ?? 0 } } : { key: 'taskState.waiting' }
}

interface StageLineProps {
  readonly stage: StageWords
  readonly sinceMs: number
  /** No animation while waiting for the network. */
  readonly isWaiting?: boolean
}

/** The stage as text and the elapsed time; a percentage only if it is measured. */
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
