import { useCallback, useEffect, useRef } from 'react'
import type { Creation } from '#shared/api/generation.ts'
import { CreationCard } from '#src/creations/history/creation-card.tsx'
import { LoadFailed, LoadingTiles } from '#src/creations/history/history-notes.tsx'
import { readyList, historyState } from '#src/creations/history-lists.ts'
import { historyView } from '#src/creations/history/history-body.tsx'
import { openInViewer, useActions } from '#src/creations/history/use-actions.ts'
import { useCreations, useFetchedCreations, useHistory, useKnownCreationIds } from '#src/creations/history/use-history.ts'
import { useMinute, relativeWords } from '#src/i18n/use-now.ts'
import { listWork, missingCreationIds } from '#src/creations/list-work.ts'
import { WorkCardView } from '#src/creations/work-card-view.tsx'
import { hubState, hubHealth, useSnapshot } from '#src/store/state.ts'
import { useText } from '#src/i18n/i18n.ts'
import { useTileMotion } from '#src/gallery/use-tile-motion.ts'
import { StateNote } from '#src/design/state-note.tsx'
import { TileGrid } from '#src/design/tile-grid.tsx'

export interface WorkGridProps {
  /** How many finished creations are shown after the running work. */
  readonly creationCount: number
  readonly empty: React.ReactNode
}

/**
 * Running work, followed by the newest creations, in one grid. When a video is finished, its creation replaces its card at the same
 * position.
 */
export function WorkGridView({ creationCount: shownCount, empty }: WorkGridProps) {
  const text = useText()
  const container = useRef<HTMLDivElement>(null)
  useHistory()
  useTileMotion(container)
  const actions = useActions()
  const nowMs = useMinute()
  const { work } = useSnapshot(hubState)
  const { isSilent } = useSnapshot(hubHealth)
  const { status, problem } = useSnapshot(historyState)
  const knownIds = useKnownCreationIds()
  const allCreations = useCreations()
  const openCreation = useOpenCreation(allCreations)
  useFetchedCreations(missingCreationIds(work, knownIds))
  const cards = listWork(work, knownIds)
  const creations = allCreations.slice(0, shownCount)
  const view = historyView(cards.length + creations.length, status, problem)
  return (
    <div ref={container}>
      {view === 'failed' && <LoadFailed problem={problem} onRetry={() => void readyList.load()} />}
      {view === 'loading' && <LoadingTiles />}
      {view === 'empty' && (isSilent ? <UnknownWorkNote /> : empty)}
      {view === 'list' && (
        <TileGrid>
          {cards.map((card) => (
            <WorkCardView key={card.key} card={card} />
          ))}
          {creations.map((creation) => (
            <CreationCard
              key={creation.id}
              creation={creation}
              actions={actions}
              time={relativeWords(creation.createdAt, nowMs, text)}
              onOpen={openCreation}
            />
          ))}
        </TileGrid>
      )}
    </div>
  )
}

/** Shown if the hub does not answer: the running work is unknown, which is not the same as none. */
function UnknownWorkNote() {
  const text = useText()
  return <StateNote icon="alert" title={text('state.silentName')} hint={text('state.silent')} isError />
}

/** Returns a function that opens a creation in the viewer. The viewer steps through all creations, not only those in the grid. */
function useOpenCreation(allCreations: readonly Creation[]): (creation: Creation) => void {
  const latestCreations = useRef(allCreations)
  useEffect(() => {
    latestCreations.current = allCreations
  }, [allCreations])
  return useCallback((creation) => openInViewer(creation, latestCreations.current, readyList), [])
}
