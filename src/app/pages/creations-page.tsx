import { Link, linkTo } from '#src/routing/routes.ts'
import { HistoryScreen } from '#src/creations/history/history-screen.tsx'
import { useFetchedCreations, useKnownCreationIds } from '#src/creations/history/use-history.ts'
import { listWork, missingCreationIds } from '#src/creations/list-work.ts'
import { hubState, useSnapshot } from '#src/store/state.ts'
import { useText } from '#src/i18n/i18n.ts'
import { buttonClass } from '#src/design/button-class.ts'
import { StateNote } from '#src/design/state-note.tsx'
import styles from './creations-page.module.css'
import { FailedCreation } from './failed-creation.tsx'
import { PendingOrders } from '#src/billing/orders/pending-orders.tsx'
import { WorkCards } from './work-cards.tsx'

export function CreationsPage() {
  const text = useText()
  const { work } = useSnapshot(hubState)
  const knownIds = useKnownCreationIds()
  useFetchedCreations(missingCreationIds(work, knownIds))
  const cards = listWork(work, knownIds)
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
        filters={[]}
        workCards={cards.length > 0 ? <WorkCards cards={cards} /> : null}
        renderEmpty={() => <NoCreationsNote />}
        renderFailed={(creation) => <FailedCreation creation={creation} />}
      />
    </div>
  )
}

function NoCreationsNote() {
  const text = useText()
  return (
    <StateNote icon="film" title={text('history.emptyTitle')} hint={text('history.emptyHint')}>
      <Link href={linkTo('imageToVideo')} className={buttonClass('primary')}>
        {text('history.create')}
      </Link>
    </StateNote>
  )
}
