import type { ReactElement } from 'react'
import { useState } from 'react'
import type { FinishedTask } from '#shared/contract/hub-contract.ts'
import { hub } from '#src/bridge/hub-client.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { useText } from '#src/lib/i18n.ts'
import { Button } from '#src/ui/button.tsx'
import { CardNote } from '#src/features/tasks/card-note.tsx'
import { ReturnNote } from '#src/features/tasks/return-note.tsx'
import { retryFailed } from '#src/features/tasks/task-actions.ts'
import { RowFrame } from './row-frame.tsx'

export function FailedRow({ finished }: { readonly finished: FinishedTask }): ReactElement {
  const text = useText()
  const [isBusy, setBusy] = useState(false)
  const points = formatNumber(finished.points)
  const retry = async () => {
    setBusy(true)
    await retryFailed(finished)
    setBusy(false)
  }
  const actions = (
    <>
      <Button look="plain" icon="retry" isBusy={isBusy} onClick={() => void retry()}>
        {text('tasks.retryFor', { points })}
      </Button>
      <Button look="plain" onClick={() => void hub.api.dismissFinished(finished.taskId)}>
        {text('tasks.dismiss')}
      </Button>
    </>
  )
  return (
    <RowFrame source={finished.sourceUrl} settings={finished.settings} actions={actions}>
      <CardNote
        title={text('tasks.failed')}
        detail={finished.errorMsg ?? text('tasks.failedUnknown')}
        credits={<ReturnNote taskId={finished.taskId} points={finished.points} />}
      />
    </RowFrame>
  )
}
