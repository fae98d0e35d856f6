import type { ReactElement, ReactNode } from 'react'
import { Button } from './button.tsx'
import type { IconName } from './icon.tsx'
import { StateNote } from './state-note.tsx'

interface FailedNoteProps {
  readonly icon?: IconName
  readonly title: string
  /** Why, in a sentence. */
  readonly hint?: string
  readonly retryLabel: string
  readonly onRetry: () => void
  /** Another way on, beside the retry. */
  readonly children?: ReactNode
}

/** Stands where something could not be had, and tries again. */
export function FailedNote({ icon = 'alert', title, hint, retryLabel, onRetry, children }: FailedNoteProps): ReactElement {
  return (
    <StateNote icon={icon} isError title={title} {...(hint === undefined ? {} : { hint })}>
      <Button icon="retry" onClick={onRetry}>
        {retryLabel}
      </Button>
      {children}
    </StateNote>
  )
}
