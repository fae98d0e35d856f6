import { relativeWords } from '#src/i18n/use-now.ts'
import type { Creation } from '#shared/api/generation.ts'
import { hubState, useSnapshot } from '#src/store/state.ts'
import { useText } from '#src/i18n/i18n.ts'
import { Icon } from '#src/design/icon.tsx'
import type { AppErrorCode } from '#shared/result.ts'
import styles from './history-screen.module.css'
import type { Variation } from './group-by-day.ts'
import type { HistoryModel } from './use-history-screen.ts'
import { CreationCard } from './creation-card.tsx'
import { hasFilter } from '../history-query.ts'
import { HistoryDays } from './history-days.tsx'
import { LoadFailed, LoadingTiles, NothingFound, StoredNote, ListEnd } from './history-notes.tsx'
import type { HistoryListState } from '../history-list.ts'

interface HistoryBodyProps {
  readonly model: HistoryModel
  readonly emptyNote: React.ReactNode
  /** Whether running work is shown above the list. */
  readonly hasWorkCards: boolean
  readonly renderFailed: (creation: Creation) => React.ReactNode
}

export function HistoryBody({ model, emptyNote, hasWorkCards, renderFailed }: HistoryBodyProps) {
  const text = useText()
  const { field, list, state, days, orderedCreations, linkedId } = model
  const { isOnline } = useSnapshot(hubState).connection
  const isFiltered = hasFilter({ ...field.address, words: field.words })
  const view = historyView(orderedCreations.length, state.status, state.problem)
  const reload = () => void list.load()
  const clearFilters = () => {
    field.type('')
    field.go({ kind: '', words: '' })
  }
  if (view !== 'list' && isFiltered && (view === 'empty' || !isOnline)) return <NothingFound isOnline={isOnline} onClear={clearFilters} />
  if (view === 'failed') return <LoadFailed problem={state.problem} onRetry={reload} />
  if (view === 'loading') return <LoadingTiles />
  if (view === 'empty') return <>{!hasWorkCards && emptyNote}</>
  return (
    <div className={styles['body']}>
      {(!isOnline || (state.problem !== null && !(state.status === 'ready' && state.hasMore))) && (
        <StoredNote isOnline={isOnline} onRetry={reload} />
      )}
      <output className={isFiltered ? styles['found'] : 'visually-hidden'}>
        {text('history.found', { count: Math.max(orderedCreations.length, state.status === 'ready' ? state.totalSize : 0) })}
      </output>
      <HistoryDays
        days={days}
        layout={field.address.layout}
        linkedId={linkedId}
        renderCell={(variation) => <Cell variation={variation} model={model} renderFailed={renderFailed} />}
      />
      <ListEnd list={list} />
    </div>
  )
}

function Cell({ variation, model, renderFailed }: Pick<HistoryBodyProps, 'model' | 'renderFailed'> & { readonly variation: Variation }) {
  const text = useText()
  const { creation } = variation
  const { selectionMode, actions, nowMs, open } = model
  return (
    <HistoryCell
      id={creation.id}
      name={creation.prompt || creation.templateName || text('tasks.noPrompt')}
      isSelecting={selectionMode.isOn}
      isSelected={selectionMode.isSelected(creation.id)}
      onPick={selectionMode.pick}
    >
      {creation.status === 'FAILED' ? (
        renderFailed(creation)
      ) : (
        <CreationCard
          creation={creation}
          variationNumber={variation.variationNumber}
          variationCount={variation.variationCount}
          time={relativeWords(creation.createdAt, nowMs, text)}
          actions={actions}
          isSquare
          onOpen={open}
        />
      )}
    </HistoryCell>
  )
}

interface HistoryCellProps {
  readonly id: string
  /** The name of the creation, for screen readers. */
  readonly name: string
  readonly isSelecting: boolean
  readonly isSelected: boolean
  readonly onPick: (id: string, isRange: boolean) => void
  readonly children: React.ReactNode
}

/**
 * A card with its checkbox. In selection mode, a press anywhere on the card toggles the checkbox, and the card's other controls are
 * disabled.
 */
function HistoryCell({ id, name, isSelecting, isSelected, onPick, children }: HistoryCellProps) {
  const text = useText()
  const pick = (event: React.MouseEvent) => onPick(id, event.shiftKey)
  return (
    <div className={styles['cell']} data-scroll-item={id} data-selecting={isSelecting || undefined} data-selected={isSelected || undefined}>
      <div className={styles['card']} inert={isSelecting}>
        {children}
      </div>
      <input
        type="checkbox"
        className={styles['tick']}
        aria-label={text('history.select', { name })}
        checked={isSelected}
        onChange={() => undefined}
        onClick={pick}
      />
      <span className={styles['mark']} aria-hidden="true">
        <Icon name="check" size="s" />
      </span>
    </div>
  )
}

type HistoryView = 'list' | 'failed' | 'loading' | 'empty'

/** What the history shows. It is `empty` only after the server has answered. */
export function historyView(shownCount: number, status: HistoryListState['status'], problem: AppErrorCode | null): HistoryView {
  if (shownCount > 0) return 'list'
  if (problem !== null) return 'failed'
  return status === 'ready' ? 'empty' : 'loading'
}
