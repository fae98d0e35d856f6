import type { ReactElement } from 'react'
import type { AppErrorCode } from '#shared/app-error.ts'
import { errorText } from '#src/lib/error-text.ts'
import { useText } from '#src/lib/i18n.ts'
import { Button } from '#src/ui/button.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { StateNote } from '#src/ui/state-note.tsx'
import styles from './paged-list.module.css'

interface ListFailedProps {
  readonly problem: AppErrorCode | null
  readonly onRetry: () => void
}

/** Unlike an empty list. */
export function ListFailed({ problem, onRetry }: ListFailedProps): ReactElement {
  const text = useText()
  return (
    <StateNote icon="alert" isError title={text('error.loadHistoryFailed')} hint={errorText(problem ?? '40001')}>
      <Button icon="retry" onClick={onRetry}>
        {text('billing.retry')}
      </Button>
    </StateNote>
  )
}

export function ListLoading(): ReactElement {
  const text = useText()
  return (
    <output className={styles['loading']}>
      <Spinner />
      {text('billing.loading')}
    </output>
  )
}
