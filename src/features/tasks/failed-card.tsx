import type { ReactElement } from 'react'
import { useState } from 'react'
import type { FinishedTask } from '#shared/contract/hub-contract.ts'
import { hub } from '#src/bridge/hub-client.ts'
import { formatNumber } from '#src/lib/format.ts'
import { useText } from '#src/lib/i18n.ts'
import { Button } from '#src/ui/button.tsx'
import { CardActions, CardFrame } from './card-frame.tsx'
import { CardNote } from './card-note.tsx'
import { ReturnNote } from './return-note.tsx'
import { retryFailed } from './task-actions.ts'

/** A video that could not be made: why, where its points are, and another try. */
export function FailedCard({ finished }: { readonly finished: FinishedTask }): ReactElement {
  const text = useText()
  const [isBusy, setBusy] = useState(false)
  const points = formatNumber(finished.points)
  const retry = async () => {
    setBusy(true)
    await retryFailed(finished)
    setBusy(false)
  }
  return (
    <CardFrame source={finished.sourceUrl} width={finished.width} height={finished.height} settings={finished.settings} isAlive={false}>
      <CardNote
        title={text('tasks.failed')}
        detail={finished.errorMsg ?? text('tasks.failedUnknown')}
        credits={<ReturnNote taskId={finished.taskId} points={finished.points} />}
      />
      <CardActions>
        <Button icon="retry" isBusy={isBusy} onClick={() => void retry()}>
          {text('tasks.retryFor', { points })}
        </Button>
        <Button look="plain" onClick={() => void hub.api.dismissFinished(finished.taskId)}>
          {text('tasks.dismiss')}
        </Button>
      </CardActions>
    </CardFrame>
  )
}
