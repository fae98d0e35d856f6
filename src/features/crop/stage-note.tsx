import type { ReactElement } from 'react'
import type { AppErrorCode } from '#shared/app-error.ts'
import type { ComponentText } from '#src/lib/component-locale.ts'
import { useState } from 'react'
import { errorText } from '#src/lib/error-text.ts'
import { Icon } from '#src/ui/icon.tsx'
import { LoadingNote } from '#src/ui/loading-note.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import styles from './stage-note.module.css'

interface StageNoteProps {
  /** Null while it loads. */
  readonly problem: AppErrorCode | null
  readonly text: ComponentText
}

/** The button that closed the alert is gone, and the focus with it. */
const takeFocus = (note: HTMLElement | null) => note?.focus()

/** What stands on the stage while no picture does. */
export function StageNote({ problem, text }: StageNoteProps): ReactElement {
  const [isHeard, setHeard] = useState(false)
  if (problem === null) {
    return (
      <div className={styles['note']}>
        <LoadingNote text={text('crop.loading')} />
      </div>
    )
  }
  if (isHeard) {
    return (
      <p ref={takeFocus} tabIndex={-1} className={styles['note']}>
        <Icon name="image" size="l" />
        {text('crop.failed')}
      </p>
    )
  }
  return (
    <div className={styles['note']}>
      <LoadAlert
        title={text('crop.failed')}
        sentence={errorText(problem)}
        closeLabel={text('crop.closeAlert')}
        onClose={() => setHeard(true)}
      />
    </div>
  )
}

interface LoadAlertProps {
  readonly title: string
  /** In the language of the app. */
  readonly sentence: string
  readonly closeLabel: string
  readonly onClose: () => void
}

/** Why there is no picture to crop. */
function LoadAlert({ title, sentence, closeLabel, onClose }: LoadAlertProps): ReactElement {
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
