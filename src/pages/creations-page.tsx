import type { ReactElement } from 'react'
import { Link } from 'wouter'
import { HistoryList } from '#src/features/history/history-list.tsx'
import { useFetchedCreations, useHistory, useKnownCreationIds } from '#src/features/history/use-history.ts'
import { listWork, missingCreationIds } from '#src/features/tasks/list-work.ts'
import { WorkCardView } from '#src/features/tasks/work-card-view.tsx'
import { hubState } from '#src/lib/hub-mirror.ts'
import { useText } from '#src/lib/i18n.ts'
import { linkTo } from '#src/lib/routes.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { buttonClass } from '#src/ui/button.tsx'
import { StateNote } from '#src/ui/state-note.tsx'
import { TileGrid } from '#src/ui/tile-grid.tsx'
import styles from './creations-page.module.css'
import { PendingOrders } from './pending-orders.tsx'

export function CreationsPage(): ReactElement {
  const text = useText()
  useHistory()
  const { work } = useSnapshot(hubState)
  const known = useKnownCreationIds()
  useFetchedCreations(missingCreationIds(work, known))
  const cards = listWork(work, known)
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1 className={styles['title']}>{text('history.title')}</h1>
        <Link href={linkTo('imageToVideo')} className={buttonClass('primary')}>
          {text('history.create')}
        </Link>
      </header>
      <PendingOrders />
      {cards.length > 0 && (
        <section className={styles['now']} aria-labelledby="now-title">
          <h2 id="now-title" className={styles['nowTitle']}>
            {text('history.now')}
          </h2>
          <TileGrid>
            {cards.map((card) => (
              <WorkCardView key={card.key} card={card} />
            ))}
          </TileGrid>
        </section>
      )}
      <HistoryList empty={cards.length === 0 && <NothingYet />} />
    </div>
  )
}

function NothingYet(): ReactElement {
  const text = useText()
  return (
    <StateNote icon="film" title={text('history.emptyTitle')} hint={text('history.emptyHint')}>
      <Link href={linkTo('imageToVideo')} className={buttonClass('primary')}>
        {text('history.create')}
      </Link>
    </StateNote>
  )
}
