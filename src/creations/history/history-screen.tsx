import { relativeWords } from '#src/i18n/use-now.ts'
import { useRef } from 'react'
import type { Creation } from '#shared/api/generation.ts'
import { useText } from '#src/i18n/i18n.ts'
import { useTileMotion } from '#src/gallery/use-tile-motion.ts'
import { Button } from '#src/design/button.tsx'
import { useMutations, withLocalChanges } from '../creation-mutations.ts'
import styles from './history-screen.module.css'
import type { StatusFilter } from '../history-query.ts'
import { HistoryBody } from './history-body.tsx'
import { HistoryFilters } from './history-filters.tsx'
import { FreshPill } from './history-notes.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { type HistoryModel, useHistoryScreen } from './use-history-screen.ts'
import { CreationCard } from './creation-card.tsx'

interface HistoryScreenProps {
  readonly path: string
  /** The filters of the screen; empty if it only shows finished videos. */
  readonly filters: readonly StatusFilter[]
  /** The cards of the running work; null if there is none. */
  readonly workCards?: React.ReactNode
  /** Shown if there are no creations. */
  readonly renderEmpty: (isFiltered: boolean) => React.ReactNode
  readonly renderFailed: (creation: Creation) => React.ReactNode
}

export function HistoryScreen({ path, filters, workCards = null, renderEmpty, renderFailed }: HistoryScreenProps) {
  const text = useText()
  const screen = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const model = useHistoryScreen(path, filters.length > 0, head)
  const { field, selectionMode, orderedCreations, actions, freshCount, showFresh } = model
  useTileMotion(screen)
  const emptyNote = renderEmpty(field.address.filter !== 'all')
  const showAllFresh = () => {
    showFresh()
    head.current?.scrollIntoView({ block: 'center' })
  }
  const isWaiting = filters.includes('waiting') && field.address.filter === 'waiting'
  return (
    <div ref={screen} className={styles['screen']}>
      <div className={styles['top']}>
        <HistoryFilters field={field} filters={filters}>
          {orderedCreations.length > 0 && !isWaiting && (
            <Button
              icon="select"
              aria-pressed={selectionMode.isOn}
              onClick={selectionMode.isOn ? selectionMode.leave : selectionMode.start}
            >
              {text('history.selectSome')}
            </Button>
          )}
        </HistoryFilters>
        <div ref={head} className={styles['head']} />
      </div>
      <FreshPill count={freshCount} onShow={showAllFresh} />
      <LinkedCreationCard model={model} renderFailed={renderFailed} />
      {(isWaiting || field.address.filter === 'all') && workCards}
      {isWaiting ? (
        workCards === null && emptyNote
      ) : (
        <HistoryBody model={model} emptyNote={emptyNote} hasWorkCards={workCards !== null} renderFailed={renderFailed} />
      )}
      {selectionMode.isOn && <SelectionBar selectionMode={selectionMode} actions={actions} shownCount={orderedCreations.length} />}
    </div>
  )
}

interface LinkedCreationCardProps {
  readonly model: HistoryModel
  readonly renderFailed: (creation: Creation) => React.ReactNode
}

/**
 * A creation that the address names but the loaded list does not contain. It is shown above the list with a note. If it does not exist,
 * only a note is shown.
 */
function LinkedCreationCard({ model, renderFailed }: LinkedCreationCardProps) {
  const text = useText()
  const localChanges = useMutations()
  const { linkedCreation, actions, nowMs, open } = model
  if (linkedCreation.kind === 'none') return null
  const [creation] = linkedCreation.kind === 'alone' ? withLocalChanges([linkedCreation.creation], localChanges) : []
  return (
    <section className={styles['alone']} aria-labelledby="alone-title" aria-live="polite">
      <h2 id="alone-title" className={styles['aloneTitle']}>
        {text(creation === undefined ? 'history.aloneMissing' : 'history.alone')}
      </h2>
      {creation !== undefined && (
        <div className={styles['aloneCard']}>
          {creation.status === 'FAILED' ? (
            renderFailed(creation)
          ) : (
            <CreationCard creation={creation} time={relativeWords(creation.createdAt, nowMs, text)} actions={actions} onOpen={open} />
          )}
        </div>
      )}
    </section>
  )
}
