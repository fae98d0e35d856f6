import { Suspense } from 'react'
import { lazyPart } from '#src/loading/lazy-part.ts'
import type { WorkGridProps } from './work-grid-view.tsx'

const WorkGridView = lazyPart(['history'], async () => (await import('./work-grid-view.tsx')).WorkGridView)

/** Running work and the newest creations. They load after the form beside them. */
export function WorkGrid(props: WorkGridProps) {
  return (
    <Suspense>
      <WorkGridView {...props} />
    </Suspense>
  )
}
