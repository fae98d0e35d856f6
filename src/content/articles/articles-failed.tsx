import type { ReactElement } from 'react'
import type { AppErrorCode } from '#shared/app-error.ts'
import { errorText } from '#src/platform/error-text.ts'
import { hubState } from '#src/platform/hub-state.ts'
import { useText } from '#src/platform/i18n.ts'
import { useSnapshot } from '#src/platform/state.ts'
import { FailedNote } from '#src/design/state-note.tsx'

interface ArticlesFailedProps {
  readonly title: string
  readonly problem: AppErrorCode
  readonly onRetry: () => void
}

/** No articles, and the server could not be reached. */
export function ArticlesFailed({ title, problem, onRetry }: ArticlesFailedProps): ReactElement {
  const text = useText()
  const { isOnline } = useSnapshot(hubState).connection
  return (
    <FailedNote
      icon={isOnline ? 'alert' : 'cloudOff'}
      title={title}
      hint={isOnline ? errorText(problem) : text('resource.failedOffline')}
      retryLabel={text('resource.retry')}
      onRetry={onRetry}
    />
  )
}
