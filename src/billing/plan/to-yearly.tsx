import { useState } from 'react'
import { useCatalogue } from '../catalogue.ts'
import { startPurchase } from '../checkout/start-purchase.ts'
import { formatMoney } from '#shared/domain/currencies.ts'
import { useText } from '#src/platform/i18n.ts'
import { Button } from '#src/design/button.tsx'
import styles from './plan-panel.module.css'
import { yearlyOffer } from './yearly-offer.ts'

/** The change to the yearly plan, explained before the press. `stops`: the text key of what happens to the current plan. */
export function ToYearly({ stops }: { readonly stops: string }) {
  const text = useText()
  const { sku, priceCents, currencyCode, starts, press } = yearlyOffer(useCatalogue())
  const [isBusy, setBusy] = useState(false)
  const price = formatMoney(priceCents, currencyCode)
  const buy = async () => {
    if (sku === null) return
    setBusy(true)
    const { skuId, skuType, skuName } = sku
    await startPurchase({ skuId, skuType, skuName, currencyCode, source: 'settings' })
    setBusy(false)
  }
  return (
    <section className={styles['offer']} aria-label={text('billing.plan.yearlyTitle')}>
      <p className={styles['offerTitle']}>{text('billing.plan.yearlyTitle')}</p>
      <p className={styles['soft']}>
        {text(starts, { price })} {text(stops)}
      </p>
      <Button look="primary" isBusy={isBusy} disabled={sku === null} aria-haspopup="dialog" onClick={() => void buy()}>
        {text(press, { price })}
      </Button>
    </section>
  )
}
