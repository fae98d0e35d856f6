import type { ReactElement } from 'react'
import type { PayView } from './checkout-view.ts'
import { useText } from '#src/lib/i18n.ts'
import { Button } from '#src/ui/button.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import styles from './checkout-tab-note.module.css'
import { checkout } from './start-purchase.ts'

/** Follows a checkout that is open in another tab. */
export function CheckoutTabNote({ view: { isConfirming, isTabBlocked } }: { readonly view: PayView }): ReactElement {
  const text = useText()
  const words = isTabBlocked ? 'checkout.tab.blocked' : 'checkout.tab.title'
  const session = checkout.session()
  return (
    <div className={styles['note']}>
      <output className={styles['words']}>
        <Spinner />
        <span className={styles['title']}>{text(isConfirming ? 'checkout.confirming' : words)}</span>
        <span className={styles['hint']}>
          {text(isConfirming ? 'checkout.confirmingHint' : isTabBlocked ? 'checkout.tab.blockedHint' : 'checkout.tab.hint')}
        </span>
      </output>
      {!isConfirming && (
        <div className={styles['buttons']}>
          <Button look={isTabBlocked ? 'primary' : 'quiet'} icon="arrow" isWide onClick={() => session?.openTab()}>
            {text('checkout.tab.open')}
          </Button>
          <Button look="plain" isWide onClick={() => session?.leave()}>
            {text('checkout.closeShown')}
          </Button>
        </div>
      )}
    </div>
  )
}
