import { AccountGate } from '#src/account/account-gate.tsx'
import { NamesForm, ProfileCard } from '#src/account/profile/profile.tsx'
import { DeletionNote } from '#src/account/settings/deletion-note.tsx'
import { STATUS_FILTERS } from '#src/creations/history-query.ts'
import { HistoryScreen } from '#src/creations/history/history-screen.tsx'
import { useFetchedCreations, useKnownCreationIds } from '#src/creations/history/use-history.ts'
import { endedUnknownIds, listWork } from '#src/creations/list-work.ts'
import { hubState, useSnapshot } from '#src/store/state.ts'
import { useText } from '#src/i18n/i18n.ts'
import { linkTo } from '#src/routing/routes.ts'
import { Icon } from '#src/design/icon.tsx'
import { StateNote } from '#src/design/state-note.tsx'
import styles from './account-page.module.css'
import { FailedCreation } from './failed-creation.tsx'
import { WorkCards } from './work-cards.tsx'

export function PersonalPage() {
  const text = useText()
  const { work } = useSnapshot(hubState)
  const knownIds = useKnownCreationIds()
  useFetchedCreations(endedUnknownIds(work, knownIds))
  const cards = listWork(work, knownIds).filter(({ kind }) => kind !== 'failed')
  return (
    <div className={styles['wide']}>
      <h1 className={styles['title']}>{text('account.personal.title')}</h1>
      <AccountGate
        reason={text('account.visitor.personal')}
        below={
          <section className={styles['parts']} aria-labelledby="history-title">
            <h2 id="history-title" className={styles['subtitle']}>
              {text('history.mine')}
            </h2>
            <HistoryScreen
              path={linkTo('personal')}
              filters={STATUS_FILTERS}
              workCards={cards.length > 0 ? <WorkCards cards={cards} /> : null}
              renderEmpty={(isFiltered) => (
                <StateNote
                  icon="film"
                  title={text('history.emptyFilter')}
                  hint={text(isFiltered ? 'history.emptyFilterHint' : 'history.emptyAllHint')}
                />
              )}
              renderFailed={(creation) => <FailedCreation creation={creation} />}
            />
          </section>
        }
      >
        {(account) => (
          <div key={account.id} className={styles['parts']}>
            <DeletionNote account={account} />
            <ProfileCard account={account} />
            <details className={styles['more']}>
              <summary>
                <Icon name="edit" size="s" />
                {text('account.personal.editNames')}
              </summary>
              <NamesForm account={account} />
            </details>
          </div>
        )}
      </AccountGate>
    </div>
  )
}
