import type { ReactElement } from 'react'
import { lazy, Suspense } from 'react'
import { loadWithTexts } from '#src/lib/load-with-texts.ts'
import type { WorkGridProps } from './work-grid-view.tsx'

const WorkGridView = lazy(() => loadWithTexts('history', async () => ({ default: (await import('./work-grid-view.tsx')).WorkGridView })))

/** What is under way and the newest creations; it comes after the form beside it. */
export function WorkGrid(props: WorkGridProps): ReactElement {
  return (
    <Suspense>
      <WorkGridView {...props} />
    </Suspense>
  )
}
