import type { ReactElement, ReactNode } from 'react'
import type { HistoryView } from './history-view.ts'
import { errorText } from '#src/lib/error-text.ts'
import { useText } from '#src/lib/i18n.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { Button } from '#src/ui/button.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { StateNote } from '#src/ui/state-note.tsx'
import { TileGrid } from '#src/ui/tile-grid.tsx'
import { readyList } from './history-lists.ts'
import { historyState } from './history-state.ts'

const SKELETONS = ['a', 'b', 'c'] as const

interface HistoryNoteProps {
  readonly view: Exclude<HistoryView, 'list'>
  readonly empty: ReactNode
}

/** What stands where no creation can be shown. */
export function HistoryNote({ view, empty }: HistoryNoteProps): ReactElement {
  if (view === 'failed') return <LoadFailed />
  return view === 'loading' ? <LoadingTiles /> : <>{empty}</>
}

function LoadFailed(): ReactElement {
  const text = useText()
  const { problem } = useSnapshot(historyState)
  return (
    <StateNote icon="alert" isError title={text('error.loadHistoryFailed')} hint={errorText(problem ?? '40001')}>
      <Button icon="retry" onClick={() => void readyList.load()}>
        {text('history.retry')}
      </Button>
    </StateNote>
  )
}

function LoadingTiles(): ReactElement {
  const text = useText()
  return (
    <section aria-busy="true" aria-label={text('history.loading')}>
      <TileGrid>
        {SKELETONS.map((key) => (
          <Skeleton key={key} width={16} height={12} />
        ))}
      </TileGrid>
    </section>
  )
}
