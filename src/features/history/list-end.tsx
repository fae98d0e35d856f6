import type { ReactElement } from 'react'
import { useEffect, useRef } from 'react'
import { errorText } from '#src/lib/error-text.ts'
import { useText } from '#src/lib/i18n.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { watchSight } from '#src/lib/watch-sight.ts'
import { Button } from '#src/ui/button.tsx'
import type { HistoryList } from './create-history-list.ts'
import styles from './list-end.module.css'

/** How far ahead of the end the next page is asked for, in px. */
const AHEAD_PX = 900

/** The way to older creations, which come by themselves when the end is near; or that there are none. */
export function ListEnd({ list }: { readonly list: HistoryList }): ReactElement | null {
  const text = useText()
  const place = useRef<HTMLDivElement>(null)
  const { hasMore, isLoadingMore, problem, status } = useSnapshot(list.state)
  const isIdle = status === 'ready' && hasMore && !isLoadingMore && problem === null
  useEffect(() => {
    if (!isIdle || place.current === null) return
    const askNearby = ({ isIntersecting }: IntersectionObserverEntry) => isIntersecting && void list.more()
    return watchSight(place.current, askNearby, { rootMargin: `${AHEAD_PX}px 0px` })
  }, [list, isIdle])
  if (status !== 'ready') return null
  if (!hasMore) return <p className={styles['end']}>{text('history.noMore')}</p>
  return (
    <div ref={place} className={styles['end']}>
      {problem !== null && (
        <p className={styles['problem']} role="alert">
          {errorText(problem)}
        </p>
      )}
      <Button isBusy={isLoadingMore} onClick={() => void list.more()}>
        {text(isLoadingMore ? 'history.loadingMore' : problem === null ? 'history.loadMore' : 'history.retry')}
      </Button>
    </div>
  )
}
