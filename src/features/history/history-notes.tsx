import type { ReactElement } from 'react'
import type { AppErrorCode } from '#shared/app-error.ts'
import { errorText } from '#src/lib/error-text.ts'
import { useText } from '#src/lib/i18n.ts'
import { Button } from '#src/ui/button.tsx'
import { FailedNote } from '#src/ui/failed-note.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { StateNote } from '#src/ui/state-note.tsx'
import styles from './history-notes.module.css'

const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f'] as const

interface RetryProps {
  readonly problem: AppErrorCode | null
  readonly onRetry: () => void
}

/** Unlike an empty list. */
export function LoadFailed({ problem, onRetry }: RetryProps): ReactElement {
  const text = useText()
  return (
    <FailedNote
      title={text('error.loadHistoryFailed')}
      hint={errorText(problem ?? '40001')}
      retryLabel={text('history.retry')}
      onRetry={onRetry}
    />
  )
}

/** There are creations, but none like that. */
export function NothingFound({ isOnline, onClear }: { readonly isOnline: boolean; readonly onClear: () => void }): ReactElement {
  const text = useText()
  return (
    <StateNote
      icon="search"
      title={text('history.nothingFound')}
      hint={text(isOnline ? 'history.nothingFoundHint' : 'history.nothingFoundOffline')}
    >
      <Button onClick={onClear}>{text('history.clear')}</Button>
    </StateNote>
  )
}

/** Says that what follows is this device's own copy. */
export function StoredNote({ isOnline, onRetry }: { readonly isOnline: boolean; readonly onRetry: () => void }): ReactElement {
  const text = useText()
  return (
    <p className={styles['stored']} aria-live="polite">
      <Icon name="cloudOff" size="s" />
      {text(isOnline ? 'history.storedFailed' : 'history.storedOffline')}
      {isOnline && (
        <Button look="plain" onClick={onRetry}>
          {text('history.retry')}
        </Button>
      )}
    </p>
  )
}

/** New creations wait until somebody wants them: nothing that is being read is pushed aside. */
export function FreshPill({ count, onShow }: { readonly count: number; readonly onShow: () => void }): ReactElement {
  const text = useText()
  return (
    <div className={styles['pillPlace']} aria-live="polite">
      {count > 0 && (
        <button type="button" className={styles['pill']} onClick={onShow}>
          <Icon name="up" size="s" />
          {text('history.fresh', { count })}
        </button>
      )}
    </div>
  )
}

/** Stands where the list will be. */
export function LoadingTiles(): ReactElement {
  const text = useText()
  return (
    <section className={styles['tiles']} aria-busy="true" aria-label={text('history.loading')}>
      {SKELETONS.map((key) => (
        <Skeleton key={key} width={4} height={5} />
      ))}
    </section>
  )
}
