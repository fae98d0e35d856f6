import type { BatchTask } from '#shared/api/generation.ts'
import { TASK_POLL_MS } from '#shared/domain/task.ts'
import type { OutboxItem } from '#shared/contract/hub-contract.ts'
import { formatElapsed, formatShare, useText } from '#src/i18n/i18n.ts'
import { useNow } from '#src/i18n/use-now.ts'
import { Progress } from '#src/design/loading.tsx'
import styles from './stage-line.module.css'

/** The text of a stage, as a key with values. `fraction` is the finished share, only if it is measured. */
export interface StageWords {
  readonly key: string
  readonly values?: Readonly<Record<string, string | number>>
  readonly fraction?: number
  /** The estimated time left, from the measured speed. */
  readonly leftMs?: number
  /** The time between two updates of the share, in ms. */
  readonly stepMs?: number
}

/** The stage of a commit that the server has not accepted yet. */
export function outboxStage(item: Pick<OutboxItem, 'state' | 'sentBytes' | 'totalBytes'>, isOnline: boolean): StageWords {
  if (item.state === 'refused') return { key: 'stage.refused' }
  if (!isOnline) return { key: 'stage.waitingConnection' }
  if (item.state === 'sending') return { key: 'stage.sending' }
  if (item.state === 'unknown') return { key: 'stage.checking' }
  if (item.state === 'queued' || item.totalBytes === 0) return { key: 'stage.waitingTurn' }
  const fraction = Math.min(1, item.sentBytes / item.totalBytes)
  return { key: 'stage.uploading', values: { percent: Math.round(fraction * 100) }, fraction }
}

/**
 * The stage of a video that the server has accepted. It contains the queue position, the share and the time left only if they are known.
 */
export function taskStage(
  task: Pick<BatchTask, 'status' | 'stage' | 'queuePosition' | 'progress' | 'leftMs' | 'isEngineAway'>,
): StageWords {
  const { progress, leftMs } = task
  const measuredValues = {
    ...(progress !== null && { fraction: progress, stepMs: TASK_POLL_MS }),
    ...(leftMs !== null && leftMs > 0 && { leftMs }),
  }
  if (task.status === 'SUCCESS' || task.stage === 'finishing') return { key: 'stage.finishing', ...(progress !== null && { fraction: 1 }) }
  if (task.stage === 'rendering') return { key: 'stage.rendering', ...measuredValues }
  if (task.stage === 'preparing') return { key: 'stage.preparing' }
  if (task.status === 'PROCESSING') return { key: 'taskState.pending' }
  if (task.isEngineAway === true) return { key: 'stage.engineAway' }
  const hasPosition = task.queuePosition !== null && task.queuePosition > 0
  return hasPosition ? { key: 'stage.queuedAt', values: { position: task.queuePosition ?? 0 } } : { key: 'taskState.waiting' }
}

interface StageLineProps {
  readonly stage: StageWords
  readonly sinceMs: number
  /** Stops the bar's animation while the work waits for the network. */
  readonly isWaiting?: boolean
}

/** The text of a stage with its time, and a bar. The bar fills only if the share is measured. */
export function StageLine({ stage, sinceMs, isWaiting = false }: StageLineProps) {
  const text = useText()
  const words = text(stage.key, stage.values)
  return (
    <div className={styles['stage']}>
      <p className={styles['words']}>
        <span aria-live="polite">{words}</span>
        <StageTime stage={stage} sinceMs={sinceMs} />
      </p>
      {!isWaiting && <Progress label={words} fraction={stage.fraction} stepMs={stage.stepMs} />}
    </div>
  )
}

/** The finished share and the time left. If nothing is measured, the elapsed time. */
export function StageTime({ stage, sinceMs }: { readonly stage: StageWords; readonly sinceMs: number }) {
  const text = useText()
  const nowMs = useNow()
  const { fraction, leftMs } = stage
  const elapsed = formatElapsed(nowMs - sinceMs)
  if (leftMs === undefined || fraction === undefined)
    return (
      <span className={styles['elapsed']} aria-label={text('stage.elapsed')} role="timer" aria-live="off">
        {elapsed}
      </span>
    )
  const timeText = timeLeft(leftMs)
  return (
    <span className={styles['elapsed']} title={text('stage.sinceStart', { time: elapsed })}>
      {formatShare(fraction)} · {text(timeText.key, { n: timeText.n })}
    </span>
  )
}

const NEAR_SECONDS = 10
const STEP_SECONDS = 5
const MINUTE_SECONDS = 60

/**
 * The time left, as precise as the estimate: single seconds at the end, steps of five seconds before that, minutes from one minute
 * on.
 */
export function timeLeft(leftMs: number): { readonly key: 'stage.secondsLeft' | 'stage.minutesLeft'; readonly n: number } {
  const seconds = Math.max(1, Math.ceil(leftMs / 1000))
  if (seconds <= NEAR_SECONDS) return { key: 'stage.secondsLeft', n: seconds }
  const roundedSeconds = Math.ceil(seconds / STEP_SECONDS) * STEP_SECONDS
  if (roundedSeconds < MINUTE_SECONDS) return { key: 'stage.secondsLeft', n: roundedSeconds }
  return { key: 'stage.minutesLeft', n: Math.ceil(seconds / MINUTE_SECONDS) }
}
