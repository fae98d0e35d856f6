import type { ReactElement } from 'react'
import type { PackSku } from '#src/features/billing/catalogue/shelves.ts'
import { centsText, chargedCents } from '#shared/domain/sku-price.ts'
import { useText } from '#src/lib/i18n.ts'
import { hasDiscount } from './pack-prices.ts'
import styles from './pack-price.module.css'

/** What this person pays; where that is less, the full price struck through. */
export function PackPrice({ pack }: { readonly pack: PackSku }): ReactElement {
  const text = useText()
  return (
    <span className={styles['price']}>
      {hasDiscount(pack) && (
        <s className={styles['before']}>
          <span className="visually-hidden">{text('pricing.insteadOf')}</span>
          {text('pricing.money', { amount: centsText(pack.price) })}
        </s>
      )}
      <span className={styles['amount']}>{text('pricing.money', { amount: centsText(chargedCents(pack)) })}</span>
    </span>
  )
}
