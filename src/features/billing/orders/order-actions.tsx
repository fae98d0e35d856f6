import type { ReactElement } from 'react'
import { useState } from 'react'
import type { OrderState, PendingOrder } from '#shared/contract/billing-contract.ts'
import { continuePurchase, repeatPurchase } from '#src/features/billing/checkout/start-purchase.ts'
import { useText } from '#src/lib/i18n.ts'
import { Button } from '#src/ui/button.tsx'
import styles from './order-card.module.css'
import { putAway } from './put-away.ts'

/** A payment that is being looked for can't be put away: it would arrive without a word. */
const LASTING: ReadonlySet<OrderState> = new Set(['confirming', 'late'])

export function OrderActions({ order, name }: { readonly order: PendingOrder; readonly name: string }): ReactElement | null {
  const text = useText()
  const [isBusy, setBusy] = useState(false)
  const { state } = order
  if (LASTING.has(state)) return null
  const goOn = async () => {
    setBusy(true)
    await (state === 'waiting' ? continuePurchase(order, name) : repeatPurchase(order, name))
    setBusy(false)
  }
  return (
    <div className={styles['actions']}>
      {state !== 'success' && (
        <Button isBusy={isBusy} onClick={() => void goOn()}>
          {text(state === 'waiting' ? 'checkout.order.goOn' : 'checkout.order.again')}
        </Button>
      )}
      <Button look="plain" onClick={() => void putAway(order)}>
        {text(state === 'success' ? 'checkout.ok' : 'checkout.order.putAway')}
      </Button>
    </div>
  )
}
