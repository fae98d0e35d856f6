import type { BatchTask } from '#shared/api/generation.ts'
import type { OutboxItem } from '#shared/contract/hub-contract.ts'

/** A text key with its values; `fraction` only where a real measure exists. */
export interface StageWords {
  readonly key: string
  readonly values?: Readonly<Record<string, string | number>>
  readonly fraction?: number
}

/** What a commit on its way is doing. */
export function outboxStage(item: Pick<OutboxItem, 'state' | 'sentBytes' | 'totalBytes'>, isOnline: boolean): StageWords {
  if (item.state === 'refused') return { key: 'stage.refused' }
  if (!isOnline) return { key: 'stage.waitingConnection' }
  if (item.state === 'sending') return { key: 'stage.sending' }
  if (item.state === 'unknown') return { key: 'stage.checking' }
  if (item.state === 'queued' || item.totalBytes === 0) return { key: 'stage.waitingTurn' }
  const fraction = Math.min(1, item.sentBytes / item.totalBytes)
  return { key: 'stage.uploading', values: { percent: Math.round(fraction * 100) }, fraction }
}

/** What the engine is doing with an accepted video; the position only when it is known. */
export function taskStage(task: Pick<BatchTask, 'status' | 'stage' | 'queuePosition'>): StageWords {
  if (task.status === 'SUCCESS' || task.stage === 'finishing') return { key: 'stage.finishing' }
  if (task.stage === 'rendering') return { key: 'stage.rendering' }
  if (task.stage === 'preparing') return { key: 'stage.preparing' }
  if (task.status === 'PROCESSING') return { key: 'taskState.pending' }
  const hasPosition = task.queuePosition !== null && task.queuePosition > 0
  return hasPosition ? { key: 'stage.queuedAt', values: { position: task.queuePosition ?? 0 } } : { key: 'taskState.waiting' }
}
