import { useEffect, useRef } from 'react'
import type { AppErrorCode } from '#shared/result.ts'
import { loadFailureText, useText } from '#src/i18n/i18n.ts'
import { Button } from '#src/design/button.tsx'
import { FailedNote, StateNote } from '#src/design/state-note.tsx'
import { Icon } from '#src/design/icon.tsx'
import { Skeleton } from '#src/design/loading.tsx'
import { useSnapshot } from '#src/store/state.ts'
import { watchSight } from '#src/browser/watch-sight.ts'
import styles from './history-notes.module.css'
import type { HistoryList } from '../history-list.ts'

const SKELETON_KEYS = ['a', 'b', 'c', 'd', 'e', 'f'] as const

interface LoadFailedProps {
  readonly problem: AppErrorCode | null
  readonly onRetry: () => void
}

/** Shown instead of a list that could not be loaded. */
export function LoadFailed({ problem, onRetry }: LoadFailedProps) {
  const text = useText()
  return (
    <FailedNote
      title={text('history.failed')}
      hint={loadFailureText({ code: problem ?? '40001' })}
      retryLabel={text('history.retry')}
      onRetry={onRetry}
    />
  )
}

/** Shown when creations exist, but none matches the filters. */
export function NothingFound({ isOnline, onClear }: { readonly isOnline: boolean; readonly onClear: () => void }) {
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

/** A note that the list is a copy on this device. */
export function StoredNote({ isOnline, onRetry }: { readonly isOnline: boolean; readonly onRetry: () => void }) {
  const text = useText()
  return (
    <p className={styles['stored']} aria-live="polite">
      <Icon name="cloudOff" size="s" />
      {text(isOnline ? 'history.storedFailed' : 'history.storedOffline')}
      {isOnline && (
        <Button variant="plain" onClick={onRetry}>
          {text('history.retry')}
        </Button>
      )}
    </p>
  )
}

/**
 * A button that shows how many new creations are withheld. They are not listed at once, so that the list does not move while the
 * user reads it.
 */
export function FreshPill({ count, onShow }: { readonly count: number; readonly onShow: () => void }) {
  const text = useText()
  return (
    <div className={styles['pillLayer']} aria-live="polite">
      {count > 0 && (
        <button type="button" className={styles['pill']} onClick={onShow}>
          <Icon name="up" size="s" />
          {text('history.fresh', { count })}
        </button>
      )}
    </div>
  )
}

export function LoadingTiles() {
  const text = useText()
  return (
    <section className={styles['tiles']} aria-busy="true" aria-label={text('history.loading')}>
      {SKELETON_KEYS.map((key) => (
        <Skeleton key={key} width={4} height={5} />
      ))}
    </section>
  )
}

/** The distance from the end of the list at which the next page is loaded, in px. */
const AHEAD_PX = 900

/** The end of a list. When it comes near the viewport, older creations are loaded. */
export function ListEnd({ list }: { readonly list: HistoryList }) {
  const text = useText()
  const container = useRef<HTMLDivElement>(null)
  const { hasMore, isLoadingMore, problem, status } = useSnapshot(list.state)
  const isIdle = status === 'ready' && hasMore && !isLoadingMore && problem === null
  useEffect(() => {
    if (!isIdle || container.current === null) return
    const loadMoreNearby = ({ isIntersecting }: IntersectionObserverEntry) => isIntersecting && void list.loadMore()
    return watchSight(container.current, loadMoreNearby, { rootMargin: `${AHEAD_PX}px 0px` })
  }, [list, isIdle])
  if (status !== 'ready') return null
  if (!hasMore) return <p className={styles['end']}>{text('history.noMore')}</p>
  return (
    <div ref={container} className={styles['end']}>
      {problem !== null && (
        <p className={styles['problem']} role="alert">
          {loadFailureText({ code: problem })}
        </p>
      )}
      <Button isBusy={isLoadingMore} onClick={() => void list.loadMore()}>
        {text(isLoadingMore ? 'history.loadingMore' : problem === null ? 'history.loadMore' : 'history.retry')}
      </Button>
    </div>
  )
}
