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

/** Explains an empty state and links onward. An error is announced, and differs visibly from an empty list. */
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
  /** The reason, in a sentence. */
  readonly hint?: string
  readonly retryLabel: string
  readonly onRetry: () => void
  /** Another action beside the retry. */
  readonly children?: React.ReactNode
}

/** Replaces content that failed to load, with a retry button. */
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
