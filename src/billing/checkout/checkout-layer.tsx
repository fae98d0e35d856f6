import { useSnapshot } from '#src/store/state.ts'
import { useText } from '#src/i18n/i18n.ts'
import { Button } from '#src/design/button.tsx'
import { Dialog } from '#src/design/dialog.tsx'
import styles from './checkout-words.module.css'
import { type CheckoutView, checkoutState } from './checkout-state.ts'
import { PayDialog } from './pay-dialog.tsx'
import { checkout } from './start-purchase.ts'

export function CheckoutLayer() {
  const { view } = useSnapshot(checkoutState)
  if (view === null) return null
  if (view.kind === 'again') return <OrderAgainDialog state={view.state} />
  if (view.kind === 'pay') return <PayDialog view={view} />
  return <OutcomeDialog kind={view.kind} payOrderId={view.payOrderId} />
}

/** Asks whether to order a SKU again while an earlier order of it may be paid. Closing the dialog means no. */
export function OrderAgainDialog({ state }: { readonly state: Extract<CheckoutView, { kind: 'again' }>['state'] }) {
  const text = useText()
  return (
    <Dialog title={text('checkout.again.title')} closeLabel={text('dialog.close')} onClose={() => checkout.answer(false)}>
      <p className={styles['words']}>{text(`checkout.again.${state}`)}</p>
      <div className={styles['buttons']}>
        <Button onClick={() => checkout.answer(true)}>{text('checkout.again.yes')}</Button>
        <Button variant="primary" onClick={() => checkout.answer(false)}>
          {text('checkout.again.wait')}
        </Button>
      </div>
    </Dialog>
  )
}

/** Shows an outcome that the user must acknowledge: the order's result is not known yet, or the payment has failed. */
export function OutcomeDialog({ kind, payOrderId }: { readonly kind: 'late' | 'failed'; readonly payOrderId: string }) {
  const text = useText()
  const close = () => checkout.answer(true)
  return (
    <Dialog title={text(`checkout.${kind}.title`)} closeLabel={text('dialog.close')} onClose={close}>
      <p className={styles['words']} role="alert">
        {text(`checkout.${kind}.hint`)}
      </p>
      <p className={styles['order']}>{text('checkout.late.order', { id: payOrderId })}</p>
      <div className={styles['buttons']}>
        <Button variant="primary" onClick={close}>
          {text('checkout.ok')}
        </Button>
      </div>
    </Dialog>
  )
}
