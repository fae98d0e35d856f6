import type { ReactElement } from 'react'
import type { Creation } from '#shared/api/generation.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { useText } from '#src/lib/i18n.ts'
import styles from './viewer-panel.module.css'

/** Why a video could not be made, and where its points are. */
export function FailureNote({ creation }: { readonly creation: Creation }): ReactElement | null {
  const text = useText()
  const { status, errorMsg, pointsReturned } = creation
  if (status !== 'FAILED' && status !== 'CANCELLED') return null
  return (
    <div className={styles['failure']}>
      <p className={styles['failureTitle']}>{text(status === 'FAILED' ? 'tasks.failed' : 'viewer.cancelled')}</p>
      {status === 'FAILED' && <p>{errorMsg ?? text('tasks.failedUnknown')}</p>}
      {pointsReturned > 0 && <p>{text('tasks.returned', { points: formatNumber(pointsReturned) })}</p>}
    </div>
  )
}
