import { useState } from 'react'
import type { FinishedTask } from '#shared/contract/hub-contract.ts'
import { hub } from '#src/hub-client/hub-client.ts'
import { copyText } from '#src/browser/copy-text.ts'
import { formatNumber, text as textOf, useText } from '#src/i18n/i18n.ts'
import { Button } from '#src/design/button.tsx'
import { showToast } from '#src/design/toast.ts'
import { CardActions, CardFrame, FailureNote } from './card-frame.tsx'
import { type RetriedTask, retryFailed } from './task-actions.ts'

const UNKNOWN_SIZE = { width: 4, height: 3 }

interface FailedCardProps {
  readonly task: RetriedTask & Pick<FinishedTask, 'errorMsg'>
  readonly removeLabel: string
  readonly onRemove: () => void
}

/** A failed video: the reason, what happens to its points, and a button to try again. */
export function FailedCard({ task, removeLabel, onRemove }: FailedCardProps) {
  const text = useText()
  const [isBusy, setBusy] = useState(false)
  const points = formatNumber(task.points)
  const { width, height } = task.width > 0 ? task : UNKNOWN_SIZE
  const retry = async () => {
    setBusy(true)
    await retryFailed(task)
    setBusy(false)
  }
  return (
    <CardFrame source={task.sourceUrl} width={width} height={height} settings={task.settings} isInProgress={false}>
      <FailureNote task={task} />
      <CardActions>
        <Button icon="retry" isBusy={isBusy} onClick={() => void retry()}>
          {text('tasks.retryFor', { points })}
        </Button>
        <Button variant="plain" icon="copy" onClick={() => void copyId(task.taskId)}>
          {text('tasks.copyId')}
        </Button>
        <Button variant="plain" onClick={onRemove}>
          {removeLabel}
        </Button>
      </CardActions>
    </CardFrame>
  )
}

/** A failed task that this device has followed. It can be dismissed on this device. */
export function FollowedFailure({ finishedTask }: { readonly finishedTask: FinishedTask }) {
  const text = useText()
  return (
    <FailedCard
      task={finishedTask}
      removeLabel={text('tasks.dismiss')}
      onRemove={() => void hub.api.dismissFinished(finishedTask.taskId)}
    />
  )
}

async function copyId(id: string): Promise<void> {
  const isCopied = await copyText(id)
  await showToast({
    id: 'copy',
    ...(isCopied ? { color: 'success', title: textOf('action.copied') } : { color: 'error', title: textOf('action.copyFailed') }),
  })
}
