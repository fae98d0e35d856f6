import { type ReactElement, type ReactNode, useRef } from 'react'
import type { Creation } from '#shared/api/generation.ts'
import { useText } from '#src/platform/i18n.ts'
import { useTileMotion } from '#src/gallery/use-tile-motion.ts'
import { Button } from '#src/design/button.tsx'
import { relativeWords } from '#src/platform/format.ts'
import { useMutations } from '../creation-mutations.ts'
import styles from './history-screen.module.css'
import type { Shelf } from './history-query.ts'
import { HistoryBody } from './history-body.tsx'
import { HistoryFilters } from './history-filters.tsx'
import { FreshPill } from './history-notes.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { type HistoryModel, useHistoryScreen } from './use-history-screen.ts'
import { CreationCard } from './creation-card.tsx'
import { markedCreations } from './mutated-creations.ts'

interface HistoryScreenProps {
  /** The path of the screen. */
  readonly path: string
  /** None where the screen shows finished videos only. */
  readonly shelves: readonly Shelf[]
  /** What is under way; null for nothing. */
  readonly waiting?: ReactNode
  /** Stands where there is nothing yet. */
  readonly empty: ReactNode
  /** The card of a video that could not be made. */
  readonly renderFailed: (creation: Creation) => ReactNode
}

/** A person's creations with their filters, their selection and what can be done with them. */
export function HistoryScreen({ path, shelves, waiting = null, empty, renderFailed }: HistoryScreenProps): ReactElement {
  const text = useText()
  const screen = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const model = useHistoryScreen(path, shelves.length > 0, head)
  const { field, selecting, ordered, actions, fresh, showFresh } = model
  useTileMotion(screen)
  const showAllFresh = () => {
    showFresh()
    head.current?.scrollIntoView({ block: 'center' })
  }
  const isWaiting = shelves.includes('waiting') && field.address.shelf === 'waiting'
  return (
    <div ref={screen} className={styles['screen']}>
      <div className={styles['top']}>
        <HistoryFilters field={field} shelves={shelves}>
          {ordered.length > 0 && !isWaiting && (
            <Button icon="select" aria-pressed={selecting.isOn} onClick={selecting.isOn ? selecting.leave : selecting.start}>
              {text('history.selectSome')}
            </Button>
          )}
        </HistoryFilters>
        <div ref={head} className={styles['head']} />
      </div>
      <FreshPill count={fresh} onShow={showAllFresh} />
      <LinkedCreationCard model={model} renderFailed={renderFailed} />
      {(isWaiting || field.address.shelf === 'all') && waiting}
      {isWaiting ? (
        waiting === null && empty
      ) : (
        <HistoryBody model={model} empty={empty} hasWaiting={waiting !== null} renderFailed={renderFailed} />
      )}
      {selecting.isOn && <SelectionBar selecting={selecting} actions={actions} shown={ordered.length} />}
    </div>
  )
}

interface NamedAloneProps {
  readonly model: HistoryModel
  readonly renderFailed: (creation: Creation) => ReactNode
}

/** The creation that a link names and that is not among the ones loaded: shown alone, and said so. */
function LinkedCreationCard({ model, renderFailed }: NamedAloneProps): ReactElement | null {
  const text = useText()
  const marks = useMutations()
  const { named, actions, nowMs, open } = model
  if (named.kind === 'none') return null
  const [creation] = named.kind === 'alone' ? markedCreations([named.creation], marks) : []
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
