import styles from './state-note.module.css'
import { type IconName, Icon } from './icon.tsx'
import { Button } from './button.tsx'

interface StateNoteProps {
  readonly icon: IconName
  readonly title: string
  readonly hint?: string
  readonly isError?: boolean
  readonly children?: React.ReactNode
}

/**
 * A note for an empty list, with links to continue. With `isError`, screen readers announce the note, and it has the colours of an error.
 */
export function StateNote({ icon, title, hint, isError = false, children }: StateNoteProps) {
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

interface FailedNoteProps {
  readonly icon?: IconName
  readonly title: string
  /** Why the content could not be loaded, as a sentence. */
  readonly hint?: string
  readonly retryLabel: string
  readonly onRetry: () => void
  /** Another action beside the retry button. */
  readonly children?: React.ReactNode
}

/** Replaces content that could not be loaded, with a retry button. */
export function FailedNote({ icon = 'alert', title, hint, retryLabel, onRetry, children }: FailedNoteProps) {
  return (
    <StateNote icon={icon} isError title={title} {...(hint === undefined ? {} : { hint })}>
      <Button icon="retry" onClick={onRetry}>
        {retryLabel}
      </Button>
      {children}
    </StateNote>
  )
}
