import { type ReactElement, useState } from 'react'
import { useCatalogue, type CatalogueState } from '../catalogue.ts'
import { startPurchase } from '../checkout/start-purchase.ts'
import { formatMoney } from '../format-money.ts'
import { useText } from '#src/platform/i18n.ts'
import { Button } from '#src/design/button.tsx'
import styles from './plan-panel.module.css'
import type { Sku } from '#shared/api/catalogue.ts'
import { chargedCents, FALLBACK_YEARLY_CENTS } from '#shared/domain/sku-price.ts'
import { shelvesOf } from '../shelves.ts'

/** The change to the yearly plan, explained before the press. `stops`: the text key of what happens to the current plan. */
export function ToYearly({ stops }: { readonly stops: string }): ReactElement {
  const text = useText()
  const { sku, priceCents, currencyCode, starts, press } = yearlyOffer(useCatalogue())
  const [isBusy, setBusy] = useState(false)
  const price = formatMoney(priceCents, currencyCode)
  const buy = async () => {
    if (sku === null) return
    setBusy(true)
    const { skuId, skuType, skuName } = sku
    await startPurchase({ skuId, skuType, skuName, source: 'settings' })
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

/** The yearly plan in the settings; without a `sku` its price is a fallback or outdated, and it can't be bought. */
interface YearlyOffer {
  readonly sku: Sku | null
  readonly priceCents: number
  readonly currencyCode: string
  readonly starts: 'billing.plan.yearlyStarts' | 'billing.plan.yearlyFrom'
  readonly press: 'billing.plan.yearlyBuy' | 'billing.plan.yearlyWaits' | 'billing.plan.yearlyUnknown'
}

export function yearlyOffer({ status, pages }: Pick<CatalogueState, 'status' | 'pages'>): YearlyOffer {
  const known = pages === null ? null : shelvesOf(pages).yearly
  const price = {
    priceCents: known === null ? FALLBACK_YEARLY_CENTS : chargedCents(known),
    currencyCode: known?.currencyCode ?? 'USD',
  }
  if (status === 'there' && known !== null)
    return { ...price, sku: known, starts: 'billing.plan.yearlyStarts', press: 'billing.plan.yearlyBuy' }
  const isOnItsWay = status === 'loading' || status === 'stored'
  const press = isOnItsWay ? 'billing.plan.yearlyWaits' : 'billing.plan.yearlyUnknown'
  return { ...price, sku: null, starts: 'billing.plan.yearlyFrom', press }
}
