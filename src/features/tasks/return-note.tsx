import type { ReactElement } from 'react'
import { Link } from 'wouter'
import type { FinishedTask } from '#shared/contract/hub-contract.ts'
import { useText } from '#src/lib/i18n.ts'
import { linkToLedgerLine } from '#src/lib/routes.ts'
import styles from './card-note.module.css'
import { returnWords, useReturnLine } from './return-lines.ts'

/** The points of a failed video are back: how many, the balance after it, and where that is written down. */
export function ReturnNote({ taskId, points }: Pick<FinishedTask, 'taskId' | 'points'>): ReactElement {
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
