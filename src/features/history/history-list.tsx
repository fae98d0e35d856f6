import type { ReactElement, ReactNode } from 'react'
import { useState } from 'react'
import { errorText } from '#src/lib/error-text.ts'
import { formatDay } from '#src/lib/format.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { useText } from '#src/lib/i18n.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { StateNote } from '#src/ui/state-note.tsx'
import { TileGrid } from '#src/ui/tile-grid.tsx'
import { CreationCard } from './creation-card.tsx'
import { groupByDay } from './group-by-day.ts'
import { loadHistory, loadMore } from './history-actions.ts'
import styles from './history-list.module.css'
import { historyState } from './history-state.ts'
import { useCreations } from './use-history.ts'

const SKELETONS = ['a', 'b', 'c'] as const

/** Everything this person has made, by day. `empty` stands where there is nothing yet. */
export function HistoryList({ empty }: { readonly empty: ReactNode }): ReactElement {
  const text = useText()
  const creations = useCreations()
  const [nowMs] = useState(Date.now)
  const { totalSize, status, problem, isLoadingMore } = useSnapshot(historyState)
  const { isOnline } = useSnapshot(hubState).connection
  if (creations.length === 0 && problem !== null) return <LoadFailed />
  if (status === 'loading') return <LoadingTiles />
  if (creations.length === 0) return <>{empty}</>
  const hasMore = creations.length < totalSize
  return (
    <div className={styles['history']}>
      {(problem !== null || !isOnline) && (
        <p className={styles['stored']} aria-live="polite">
          <Icon name="cloudOff" size="s" />
          {text(isOnline ? 'history.storedFailed' : 'history.storedOffline')}
          {isOnline && (
            <Button look="plain" onClick={() => void loadHistory()}>
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
          <Button isBusy={isLoadingMore} onClick={() => void loadMore()}>
            {text(isLoadingMore ? 'history.loadingMore' : 'history.loadMore')}
          </Button>
        </div>
      ) : (
        <p className={styles['end']}>{text('history.noMore')}</p>
      )}
    </div>
  )
}

function LoadFailed(): ReactElement {
  const text = useText()
  const { problem } = useSnapshot(historyState)
  return (
    <StateNote icon="alert" isError title={text('error.loadHistoryFailed')} hint={errorText(problem ?? '40001')}>
      <Button icon="retry" onClick={() => void loadHistory()}>
        {text('history.retry')}
      </Button>
    </StateNote>
  )
}

function LoadingTiles(): ReactElement {
  const text = useText()
  return (
    <section aria-busy="true" aria-label={text('history.loading')}>
      <TileGrid>
        {SKELETONS.map((key) => (
          <Skeleton key={key} width={16} height={12} />
        ))}
      </TileGrid>
    </section>
  )
}

function dayTitle(text: ReturnType<typeof useText>, daysAgo: number, atMs: number): string {
  if (daysAgo <= 0) return text('history.today')
  return daysAgo === 1 ? text('history.yesterday') : formatDay(atMs)
}
