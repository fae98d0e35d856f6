import type { ReactElement } from 'react'
import { lazy, Suspense } from 'react'
import { leaveState } from '#src/features/account/session/leave-state.ts'
import { loadWithTexts } from '#src/lib/load-with-texts.ts'
import { useSnapshot } from '#src/lib/state.ts'

const LeaveDialog = lazy(() =>
  loadWithTexts('account', async () => ({ default: (await import('#src/features/account/session/leave-dialog.tsx')).LeaveDialog })),
)

/** Where the question before a logout with unsent work stands, whichever screen asked it. */
export function LeaveHost(): ReactElement | null {
  if (!useSnapshot(leaveState).isAsking) return null
  return (
    <Suspense>
      <LeaveDialog />
    </Suspense>
  )
}
