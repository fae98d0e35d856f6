import type { ReactElement } from 'react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { FinishedTask } from '#shared/contract/hub-contract.ts'
import { hub } from '#src/platform/hub-client.ts'
import { formatNumber } from '#src/platform/format-number.ts'
import { useText } from '#src/platform/i18n.ts'
import { Button } from '#src/design/button.tsx'
import { relativeWords } from '#src/platform/format.ts'
import { linkTo } from '#src/platform/routes.ts'
import { useNow } from '#src/platform/use-now.ts'
import { buttonClass } from '#src/design/button-class.ts'
import { Icon } from '#src/design/icon.tsx'
import { CardNote, ReturnNote } from '../card-note.tsx'
import { retryFailed } from '../task-actions.ts'
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

interface ReadyRowProps {
  readonly finished: FinishedTask
  readonly onOpen: () => void
}

export function ReadyRow({ finished, onOpen }: ReadyRowProps): ReactElement {
  const text = useText()
  const nowMs = useNow()
  const link = (
    <Link href={linkTo('creations')} className={buttonClass('plain')} onClick={onOpen}>
      <Icon name="play" />
      {text('work.watch')}
    </Link>
  )
  return (
    <RowFrame source={finished.sourceUrl} settings={finished.settings} actions={link}>
      <p>{text('work.readyAt', { time: relativeWords(finished.finishedAtMs, nowMs, text) })}</p>
    </RowFrame>
  )
}
