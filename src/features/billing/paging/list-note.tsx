import type { ReactElement } from 'react'
import type { AppErrorCode } from '#shared/app-error.ts'
import { errorText } from '#src/lib/error-text.ts'
import { useText } from '#src/lib/i18n.ts'
import { FailedNote } from '#src/ui/failed-note.tsx'
import { LoadingNote } from '#src/ui/loading-note.tsx'

interface ListFailedProps {
  readonly problem: AppErrorCode | null
  readonly onRetry: () => void
}

/** Unlike an empty list. */
export function ListFailed({ problem, onRetry }: ListFailedProps): ReactElement {
  const text = useText()
  return (
    <FailedNote
      title={text('error.loadHistoryFailed')}
      hint={errorText(problem ?? '40001')}
      retryLabel={text('billing.retry')}
      onRetry={onRetry}
    />
  )
}

export function ListLoading(): ReactElement {
  return <LoadingNote text={useText()('billing.loading')} />
}
