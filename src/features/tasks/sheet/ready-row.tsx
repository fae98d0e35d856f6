import type { ReactElement } from 'react'
import { Link } from 'wouter'
import type { FinishedTask } from '#shared/contract/hub-contract.ts'
import { useText } from '#src/lib/i18n.ts'
import { relativeWords } from '#src/lib/relative-words.ts'
import { linkTo } from '#src/lib/routes.ts'
import { useNow } from '#src/lib/use-now.ts'
import { buttonClass } from '#src/ui/button-class.ts'
import { Icon } from '#src/ui/icon.tsx'
import { RowFrame } from './row-frame.tsx'

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
