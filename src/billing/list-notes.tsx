import type { AppErrorCode } from '#shared/result.ts'
import { loadFailureText, useText } from '#src/i18n/i18n.ts'
import { FailedNote } from '#src/design/state-note.tsx'
import { LoadingNote } from '#src/design/loading.tsx'
import { Button } from '#src/design/button.tsx'
import { dateAndTime } from '#shared/domain/relative-time.ts'
import { Icon } from '#src/design/icon.tsx'
import styles from './list-notes.module.css'
import type { PagedList, PagedState } from './paged-list.ts'

interface ListFailedProps {
  readonly titleKey?: string
  readonly problem: AppErrorCode | null
  readonly onRetry: () => void
}

/** Shown instead of a list that could not be loaded. */
export function ListFailed({ titleKey = 'error.loadHistoryFailed', problem, onRetry }: ListFailedProps) {
  const text = useText()
  return (
    <FailedNote
      title={text(titleKey)}
      hint={loadFailureText({ code: problem ?? '40001' })}
      retryLabel={text('billing.retry')}
      onRetry={onRetry}
    />
  )
}

export function ListLoading() {
  return <LoadingNote text={useText()('billing.loading')} />
}

interface ListEndProps {
  readonly state: Readonly<Pick<PagedState<unknown>, 'status' | 'hasNext' | 'loading' | 'problem'>>
  readonly list: Pick<PagedList<never>, 'more'>
}

/** A button that loads older rows, or a text at the end of the list. */
export function ListEnd({ state: { status, hasNext, loading, problem }, list }: ListEndProps) {
  const text = useText()
  if (status === 'stored') return null
  if (!hasNext) return <p className={styles['end']}>{text('billing.noMore')}</p>
  const label = loading === 'more' ? 'billing.loadingMore' : problem === null ? 'billing.more' : 'billing.retry'
  return (
    <div className={styles['end']}>
      {problem !== null && (
        <p className={styles['problem']} role="alert">
          {loadFailureText({ code: problem })}
        </p>
      )}
      <Button isBusy={loading === 'more'} onClick={() => void list.more()}>
        {text(label)}
      </Button>
    </div>
  )
}

/** A note that the list is a copy on this device, with its date. */
export function StoredMark({ answeredAtMs }: { readonly answeredAtMs: number }) {
  const text = useText()
  return (
    <output className={styles['stored']}>
      <Icon name="cloudOff" size="s" />
      {text('billing.stored', { time: dateAndTime(answeredAtMs) })}
    </output>
  )
}
