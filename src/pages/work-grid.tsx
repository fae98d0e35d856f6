import type { ReactElement, ReactNode } from 'react'
import { CreationCard } from '#src/features/history/creation-card.tsx'
import { HistoryNote } from '#src/features/history/history-note.tsx'
import { historyState } from '#src/features/history/history-state.ts'
import { historyView } from '#src/features/history/history-view.ts'
import { useCreations, useFetchedCreations, useHistory, useKnownCreationIds } from '#src/features/history/use-history.ts'
import { listWork, missingCreationIds } from '#src/features/tasks/list-work.ts'
import { WorkCardView } from '#src/features/tasks/work-card-view.tsx'
import { hubState } from '#src/lib/hub-mirror.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { TileGrid } from '#src/ui/tile-grid.tsx'

interface WorkGridProps {
  /** How many finished creations follow the running ones. */
  readonly creations: number
  readonly empty: ReactNode
}

/** What is under way, and behind it the newest creations, in one grid: a card turns into its video where it stands. */
export function WorkGrid({ creations: shown, empty }: WorkGridProps): ReactElement {
  useHistory()
  const { work } = useSnapshot(hubState)
  const { status, problem } = useSnapshot(historyState)
  const known = useKnownCreationIds()
  const creations = useCreations().slice(0, shown)
  useFetchedCreations(missingCreationIds(work, known))
  const cards = listWork(work, known)
  const view = historyView(cards.length + creations.length, status, problem)
  if (view !== 'list') return <HistoryNote view={view} empty={empty} />
  return (
    <TileGrid>
      {cards.map((card) => (
        <WorkCardView key={card.key} card={card} />
      ))}
      {creations.map((creation) => (
        <CreationCard key={creation.id} creation={creation} />
      ))}
    </TileGrid>
  )
}
