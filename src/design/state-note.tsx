import type { ReactElement, ReactNode } from 'react'
import type { IconName } from './icon.tsx'
import { Icon } from './icon.tsx'
import styles from './state-note.module.css'

interface StateNoteProps {
  readonly icon: IconName
  readonly title: string
  readonly hint?: string
  readonly isError?: boolean
  readonly children?: ReactNode
}

/** Says why there is nothing here, and the way on. An error is announced and looks unlike an empty list. */
export function StateNote({ icon, title, hint, isError = false, children }: StateNoteProps): ReactElement {
  return (
    <div className={styles['note']} role={isError ? 'alert' : undefined} data-error={isError || undefined}>
      <span className={styles['icon']}>
        <Icon name={icon} size="l" />
      </span>
      <p className={styles['title']}>{title}</p>
      {hint !== undefined && <p className={styles['hint']}>{hint}</p>}
      {children !== undefined && <div className={styles['actions']}>{children}</div>}
    </div>
  )
}
