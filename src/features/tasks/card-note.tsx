import type { ReactElement, ReactNode } from 'react'
import { Icon } from '#src/ui/icon.tsx'
import styles from './card-note.module.css'

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
