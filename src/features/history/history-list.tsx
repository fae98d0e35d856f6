import type { ReactElement, ReactNode } from 'react'
import { useState } from 'react'
import { formatDay } from '#src/lib/format.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { useText } from '#src/lib/i18n.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { TileGrid } from '#src/ui/tile-grid.tsx'
import { CreationCard } from './creation-card.tsx'
import { groupByDay } from './group-by-day.ts'
import { readyList } from './history-lists.ts'
import styles from './history-list.module.css'
import { HistoryNote } from './history-note.tsx'
import { historyState } from './history-state.ts'
import { historyView } from './history-view.ts'
import { useCreations } from './use-history.ts'

/** Everything this person has made, by day. `empty` stands where there is nothing yet. */
export function HistoryList({ empty }: { readonly empty: ReactNode }): ReactElement {
  const text = useText()
  const creations = useCreations()
  const [nowMs] = useState(Date.now)
  const { hasMore, status, problem, isLoadingMore } = useSnapshot(historyState)
  const { isOnline } = useSnapshot(hubState).connection
  const view = historyView(creations.length, status, problem)
  if (view !== 'list') return <HistoryNote view={view} empty={empty} />
  return (
    <div className={styles['history']}>
      {(problem !== null || !isOnline) && (
        <p className={styles['stored']} aria-live="polite">
          <Icon name="cloudOff" size="s" />
          {text(isOnline ? 'history.storedFailed' : 'history.storedOffline')}
          {isOnline && (
            <Button look="plain" onClick={() => void readyList.load()}>
              {text('history.retry')}
            </Button>
          )}
        </p>
      )}
      {groupByDay(creations, nowMs).map(({ daysAgo, atMs, takes }) => (
        <section key={daysAgo} className={styles['day']}>
          <h2 className={styles['title']}>{dayTitle(text, daysAgo, atMs)}</h2>
          <TileGrid>
            {takes.map(({ creation, take, takes }) => (
              <CreationCard key={creation.id} creation={creation} take={take} takes={takes} />
            ))}
          </TileGrid>
        </section>
      ))}
      {hasMore ? (
        <div className={styles['more']}>
          <Button isBusy={isLoadingMore} onClick={() => void readyList.more()}>
            {text(isLoadingMore ? 'history.loadingMore' : 'history.loadMore')}
          </Button>
        </div>
      ) : (
        <p className={styles['end']}>{text('history.noMore')}</p>
      )}
    </div>
  )
}

function dayTitle(text: ReturnType<typeof useText>, daysAgo: number, atMs: number): string {
  if (daysAgo <= 0) return text('history.today')
  return daysAgo === 1 ? text('history.yesterday') : formatDay(atMs)
}
