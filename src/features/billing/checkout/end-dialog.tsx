import type { ReactElement } from 'react'
import { useText } from '#src/lib/i18n.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import styles from './checkout-words.module.css'
import { checkout } from './start-purchase.ts'

/** An end that has to be read: nobody knows yet, or it was not paid. */
export function EndDialog({ kind, payOrderId }: { readonly kind: 'late' | 'failed'; readonly payOrderId: string }): ReactElement {
  const text = useText()
  const close = () => checkout.answer(true)
  return (
    <Dialog title={text(`checkout.${kind}.title`)} closeLabel={text('dialog.close')} onClose={close}>
      <p className={styles['words']} role="alert">
        {text(`checkout.${kind}.hint`)}
      </p>
      <p className={styles['order']}>{text('checkout.late.order', { id: payOrderId })}</p>
      <div className={styles['buttons']}>
        <Button look="primary" onClick={close}>
          {text('checkout.ok')}
        </Button>
      </div>
    </Dialog>
  )
}
