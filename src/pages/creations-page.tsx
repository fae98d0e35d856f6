import type { ReactElement } from 'react'
import { Link } from 'wouter'
import { HistoryScreen } from '#src/features/history/history-screen.tsx'
import { useFetchedCreations, useKnownCreationIds } from '#src/features/history/use-history.ts'
import { listWork, missingCreationIds } from '#src/features/tasks/list-work.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { useText } from '#src/lib/i18n.ts'
import { linkTo } from '#src/lib/routes.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { buttonClass } from '#src/ui/button-class.ts'
import { StateNote } from '#src/ui/state-note.tsx'
import styles from './creations-page.module.css'
import { FailedCreation } from './failed-creation.tsx'
import { PendingOrders } from './pending-orders.tsx'
import { WorkCards } from './work-cards.tsx'

export function CreationsPage(): ReactElement {
  const text = useText()
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
      <HistoryScreen
        path={linkTo('creations')}
        shelves={[]}
        waiting={cards.length > 0 ? <WorkCards cards={cards} /> : null}
        empty={<NothingYet />}
        renderFailed={(creation) => <FailedCreation creation={creation} />}
      />
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
