import type { ReactElement } from 'react'
import type { PayTrouble } from './checkout-view.ts'
import { useText } from '#src/lib/i18n.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import styles from './pay-trouble-note.module.css'
import { checkout } from './start-purchase.ts'

interface PayTroubleNoteProps {
  readonly trouble: PayTrouble
  readonly wasShown: boolean
}

/** Why the checkout can't go on here, what that cost, and the ways out. */
export function PayTroubleNote({ trouble, wasShown }: PayTroubleNoteProps): ReactElement {
  const text = useText()
  const session = checkout.session()
  return (
    <div className={styles['note']}>
      <p className={styles['title']} role="alert">
        <Icon name={trouble === 'offline' ? 'cloudOff' : 'alert'} size="s" />
        {text(`checkout.${trouble}`)}
      </p>
      <p className={styles['hint']}>{text(wasShown ? 'checkout.shownHint' : `checkout.${trouble}Hint`)}</p>
      <div className={styles['buttons']}>
        {(!wasShown || trouble === 'slow') && (
          <Button look="primary" icon="retry" isWide onClick={() => session?.retry()}>
            {text('checkout.retry')}
          </Button>
        )}
        <Button icon="arrow" isWide onClick={() => session?.openTab()}>
          {text('checkout.openTab')}
        </Button>
        <Button look="plain" isWide onClick={() => session?.leave()}>
          {text(wasShown ? 'checkout.closeShown' : 'checkout.close')}
        </Button>
      </div>
    </div>
  )
}
