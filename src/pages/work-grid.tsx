import type { ReactElement, ReactNode } from 'react'
import { CreationCard } from '#src/features/history/creation-card.tsx'
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
  const known = useKnownCreationIds()
  const creations = useCreations().slice(0, shown)
  useFetchedCreations(missingCreationIds(work, known))
  const cards = listWork(work, known)
  if (cards.length === 0 && creations.length === 0) return <>{empty}</>
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
