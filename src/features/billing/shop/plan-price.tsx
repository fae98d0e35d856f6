import type { ReactElement } from 'react'
import type { PlanOffer } from './plan-offers.ts'
import { centsText, planPriceText } from '#shared/domain/sku-price.ts'
import { useText } from '#src/lib/i18n.ts'
import styles from './plan-price.module.css'

/** What a plan costs, and beside it what is charged in the end. A fallback is pale and says "from". */
export function PlanPrice({ offer }: { readonly offer: PlanOffer }): ReactElement {
  const text = useText()
  const { plan, cycleCents, isTrial } = offer
  const sku = cycleCents === null ? undefined : { price: cycleCents }
  const perWeek = text('pricing.money', { amount: planPriceText(plan, sku) })
  const total = text('pricing.money', { amount: planPriceText(plan, sku, { isFull: true }) })
  return (
    <span className={styles['price']} data-fallback={sku === undefined || undefined}>
      <span className={styles['row']}>
        {sku === undefined && <span className={styles['unit']}>{text('pricing.from')}</span>}
        <span className={styles['amount']}>{isTrial ? text('pricing.money', { amount: centsText(0) }) : perWeek}</span>
        {isTrial && (
          <s className={styles['before']}>
            <span className="visually-hidden">{text('pricing.insteadOf')}</span>
            {perWeek}
          </s>
        )}
        <span className={styles['unit']}>{text(isTrial ? 'pricing.firstWeek' : 'pricing.aWeek')}</span>
      </span>
      <span className={styles['billed']}>
        {sku === undefined && `${text('pricing.from')} `}
        {text(billedKey(offer), { price: total })}
      </span>
    </span>
  )
}

function billedKey({ plan, isTrial }: PlanOffer): string {
  if (plan === 'yearly') return 'pricing.billed.yearly'
  return isTrial ? 'pricing.billed.trial' : 'pricing.billed.weekly'
}
