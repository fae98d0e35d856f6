import type { ReactElement } from 'react'
import { Suspense } from 'react'
import { lazyPart } from '#src/lib/lazy-part.ts'

const UpdateOffer = lazyPart([], async () => (await import('#src/app/update-offer.tsx')).UpdateOffer)

/** No newer build is known before the first paint. */
export function LateUpdateOffer(): ReactElement {
  return (
    <Suspense>
      <UpdateOffer />
    </Suspense>
  )
}
