import type { ReactElement } from 'react'
import { useEffect, useRef } from 'react'
import type { PayView } from './checkout-view.ts'
import { useText } from '#src/lib/i18n.ts'
import { Spinner } from '#src/ui/spinner.tsx'
import styles from './checkout-frame-stage.module.css'
import { checkout } from './start-purchase.ts'

/** The checkout in its frame, covered while it loads and while its payment is confirmed. */
export function CheckoutFrameStage({ view }: { readonly view: PayView }): ReactElement {
  const text = useText()
  const place = useRef<HTMLDivElement>(null)
  const title = text('checkout.frame')
  useEffect(() => {
    if (place.current !== null) return checkout.session()?.attach(place.current, title)
    return undefined
  }, [title])
  const isLoading = !view.wasShown && view.trouble === null
  return (
    <div className={styles['stage']}>
      <div
        ref={place}
        className={styles['frame']}
        data-hidden={(view.trouble === 'slow' && !view.wasShown) || undefined}
        inert={view.isConfirming}
      />
      <output className={styles['cover']} data-open={view.isConfirming || isLoading || undefined}>
        {(view.isConfirming || isLoading) && (
          <>
            <Spinner />
            <span className={styles['words']}>{text(view.isConfirming ? 'checkout.confirming' : 'checkout.loading')}</span>
            {view.isConfirming && <span className={styles['hint']}>{text('checkout.confirmingHint')}</span>}
          </>
        )}
      </output>
    </div>
  )
}
