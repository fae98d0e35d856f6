import { type ReactElement, Suspense } from 'react'
import { lazyPart } from '#src/platform/lazy-part.ts'
import type { WorkGridProps } from './work-grid-view.tsx'

const WorkGridView = lazyPart(['history'], async () => (await import('./work-grid-view.tsx')).WorkGridView)

/** What is under way and the newest creations; it comes after the form beside it. */
export function WorkGrid(props: WorkGridProps): ReactElement {
  return (
    <Suspense>
      <WorkGridView {...props} />
    </Suspense>
  )
}
