import type { ReactElement } from 'react'
import { closeBilling } from '#src/lib/billing-dialogs.ts'
import { useText } from '#src/lib/i18n.ts'
import { Dialog } from '#src/ui/dialog.tsx'

/** The plans over whatever is on the screen. */
export function SubscriptionDialog(): ReactElement {
  const text = useText()
  return (
    <Dialog title={text('pricing.plans.title')} closeLabel={text('dialog.close')} onClose={closeBilling}>
      {null}
    </Dialog>
  )
}
