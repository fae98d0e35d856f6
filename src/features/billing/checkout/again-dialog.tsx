import type { ReactElement } from 'react'
import type { CheckoutView } from './checkout-view.ts'
import { useText } from '#src/lib/i18n.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import styles from './checkout-words.module.css'
import { checkout } from './start-purchase.ts'

/** Before a second order of something that may be paid already. Closing it means to wait. */
export function AgainDialog({ state }: { readonly state: Extract<CheckoutView, { kind: 'again' }>['state'] }): ReactElement {
  const text = useText()
  return (
    <Dialog title={text('checkout.again.title')} closeLabel={text('dialog.close')} onClose={() => checkout.answer(false)}>
      <p className={styles['words']}>{text(`checkout.again.${state}`)}</p>
      <div className={styles['buttons']}>
        <Button onClick={() => checkout.answer(true)}>{text('checkout.again.yes')}</Button>
        <Button look="primary" onClick={() => checkout.answer(false)}>
          {text('checkout.again.wait')}
        </Button>
      </div>
    </Dialog>
  )
}
