import { type ReactElement, useId, useState } from 'react'
import type { PlanOffer } from './plan-offers.ts'
import { TRIAL_MS } from '#shared/domain/membership-terms.ts'
import { centsText } from '#shared/domain/sku-price.ts'
import { formatDate } from '#src/platform/format.ts'
import { useText } from '#src/platform/i18n.ts'
import { type ShopSource, BuyButton } from './buy-button.tsx'
import styles from './buy-plan.module.css'

interface BuyPlanProps {
  readonly offer: PlanOffer
  readonly canBuy: boolean
  /** Whether the current plan ends when this one begins. */
  readonly isChange: boolean
  readonly source: ShopSource
}

/** The buy button, with what is charged, when, and how to cancel. */
export function BuyPlan({ offer, canBuy, isChange, source }: BuyPlanProps): ReactElement {
  const text = useText()
  const id = useId()
  const [nowMs] = useState(Date.now)
  const { plan, isTrial, cycleCents } = offer
  const price = cycleCents === null ? '' : text('pricing.money', { amount: centsText(cycleCents) })
  const terms = { price, date: formatDate(nowMs + TRIAL_MS) }
  return (
    <div className={styles['buy']}>
      <BuyButton
        look="primary"
        size="l"
        isWide
        sku={canBuy ? offer.sku : null}
        skuName={text(isTrial ? 'pricing.plan.trialName' : `pricing.plan.${plan}Name`)}
        source={source}
        aria-describedby={id}
      >
        {cycleCents === null ? text('pricing.buyUnknown') : text(isTrial ? 'pricing.buy.trial' : `pricing.buy.${plan}`, { price })}
      </BuyButton>
      <div id={id} className={styles['terms']}>
        {cycleCents !== null && <p className={styles['line']}>{text(isTrial ? 'pricing.terms.trial' : `pricing.terms.${plan}`, terms)}</p>}
        {isTrial && <p>{text('pricing.terms.trialWithout')}</p>}
        {isChange && <p>{text('pricing.terms.change')}</p>}
      </div>
    </div>
  )
}
