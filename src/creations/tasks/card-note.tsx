import type { ReactElement, ReactNode } from 'react'
import { Link } from 'wouter'
import { Icon } from '#src/design/icon.tsx'
import type { FinishedTask } from '#shared/contract/hub-contract.ts'
import { useText } from '#src/platform/i18n.ts'
import { linkToLedgerLine } from '#src/platform/routes.ts'
import styles from './card-note.module.css'
import { returnWords, useReturnLine } from './return-lines.ts'

interface CardNoteProps {
  readonly title: string
  readonly detail: string
  /** What happened to the points. */
  readonly credits?: ReactNode
}

export function CardNote({ title, detail, credits }: CardNoteProps): ReactElement {
  return (
    <div className={styles['note']} aria-live="polite">
      <p className={styles['title']}>
        <Icon name="alert" size="s" />
        {title}
      </p>
      <p className={styles['detail']}>{detail}</p>
      {credits !== undefined && <p className={styles['credits']}>{credits}</p>}
    </div>
  )
}

/** Why a video could not be made, and where its points are. */
export function FailureNote({ task }: { readonly task: Pick<FinishedTask, 'taskId' | 'points' | 'errorMsg'> }): ReactElement {
  const text = useText()
  const credits = <ReturnNote taskId={task.taskId} points={task.points} />
  return <CardNote title={text('tasks.failed')} detail={task.errorMsg ?? text('tasks.failedUnknown')} credits={credits} />
}

/** The points of a failed video were returned: the amount, the balance after it, and a link to the ledger. */
function ReturnNote({ taskId, points }: Pick<FinishedTask, 'taskId' | 'points'>): ReactElement {
  const text = useText()
  const line = useReturnLine(taskId)
  return (
    <>
      {returnWords(points, line)}
      {line !== undefined && (
        <>
          {' · '}
          <Link href={linkToLedgerLine(line.id)} className={styles['link']}>
            {text('tasks.returnLine')}
          </Link>
        </>
      )}
    </>
  )
}
