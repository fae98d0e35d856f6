import type { ReactElement } from 'react'
import { useSnapshot } from '#src/lib/state.ts'
import { checkoutState } from './checkout-state.ts'
import { EndDialog } from './end-dialog.tsx'
import { AgainDialog } from './again-dialog.tsx'
import { PayDialog } from './pay-dialog.tsx'

/** What stands over everything else while something is bought. */
export function CheckoutLayer(): ReactElement | null {
  const { view } = useSnapshot(checkoutState)
  if (view === null) return null
  if (view.kind === 'again') return <AgainDialog state={view.state} />
  if (view.kind === 'pay') return <PayDialog view={view} />
  return <EndDialog kind={view.kind} payOrderId={view.payOrderId} />
}
