import type { ReactElement } from 'react'
import { Icon } from '#src/ui/icon.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import styles from './load-alert.module.css'

interface LoadAlertProps {
  readonly title: string
  /** In the language of the app. */
  readonly sentence: string
  readonly closeLabel: string
  readonly onClose: () => void
}

/** Why there is no picture to crop. */
export function LoadAlert({ title, sentence, closeLabel, onClose }: LoadAlertProps): ReactElement {
  return (
    <div className={styles['alert']} role="alert">
      <Icon name="alert" />
      <div className={styles['words']}>
        <p className={styles['title']}>{title}</p>
        <p lang="en" dir="ltr">
          {sentence}
        </p>
      </div>
      <IconButton icon="close" label={closeLabel} onClick={onClose} />
    </div>
  )
}
