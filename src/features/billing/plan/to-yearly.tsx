import type { ReactElement } from 'react'
import { useState } from 'react'
import { chargedCents, FALLBACK_YEARLY_CENTS } from '#shared/domain/sku-price.ts'
import { useCatalogue } from '#src/features/billing/catalogue/catalogue.ts'
import { shelvesOf } from '#src/features/billing/catalogue/shelves.ts'
import { startPurchase } from '#src/features/billing/checkout/start-purchase.ts'
import { formatMoney } from '#src/lib/format-money.ts'
import { useText } from '#src/lib/i18n.ts'
import { Button } from '#src/ui/button.tsx'
import styles from './plan-panel.module.css'

/** The change to the yearly plan; what it does stands there before the press. `stops`: text key of what becomes of the plan that runs. */
export function ToYearly({ stops }: { readonly stops: string }): ReactElement {
  const text = useText()
  const { status, pages } = useCatalogue()
  const [isBusy, setBusy] = useState(false)
  const yearly = status === 'there' && pages !== null ? shelvesOf(pages).yearly : null
  const price = formatMoney(yearly === null ? FALLBACK_YEARLY_CENTS : chargedCents(yearly), yearly?.currencyCode ?? 'USD')
  const buy = async () => {
    if (yearly === null) return
    setBusy(true)
    const { skuId, skuType, skuName } = yearly
    await startPurchase({ skuId, skuType, skuName, source: 'settings' })
    setBusy(false)
  }
  return (
    <section className={styles['offer']} aria-label={text('billing.plan.yearlyTitle')}>
      <p className={styles['offerTitle']}>{text('billing.plan.yearlyTitle')}</p>
      <p className={styles['soft']}>
        {text('billing.plan.yearlyStarts', { price })} {text(stops)}
      </p>
      <Button look="primary" isBusy={isBusy} disabled={yearly === null} aria-haspopup="dialog" onClick={() => void buy()}>
        {text(yearly === null ? 'billing.plan.yearlyWaits' : 'billing.plan.yearlyBuy', { price })}
      </Button>
    </section>
  )
}
