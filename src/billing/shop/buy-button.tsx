import { useEffect, useRef, useState, useId } from 'react'
import type { Sku } from '#shared/api/catalogue.ts'
import { type Plan, TRIAL_MS } from '#shared/domain/membership-terms.ts'
import { formatMoney } from '#shared/domain/currencies.ts'
import { loadUntilThere } from '#src/loading/lazy-part.ts'
import { type ButtonProps, Button } from '#src/design/button.tsx'
import { Link, linkTo } from '#src/routing/routes.ts'
import { useText } from '#src/i18n/i18n.ts'
import { formatDate } from '#src/i18n/format-date.ts'
import { buttonClass } from '#src/design/button-class.ts'
import { promotion, usePromotion } from './promotion.ts'
import type { PurchaseSource } from '../checkout/purchase-tracking.ts'
import type { PlanOffer } from './plan-offers.ts'
import { closeBilling } from '../billing-dialogs.ts'
import { PromotionEntry } from './promotion-entry.tsx'
import styles from './buy-button.module.css'

type ShopSource = Extract<PurchaseSource, 'subscription_dialog' | 'credits_dialog' | 'pricing_page'>

interface BuyButtonProps extends Omit<ButtonProps, 'isBusy' | 'onClick' | 'disabled'> {
  /** The SKU to buy; null if there is none or its price is not confirmed yet. */
  readonly sku: Sku | null
  readonly skuName: string
  readonly source: ShopSource
  readonly onStart?: () => void
}

/**
 * A button that starts a purchase and is busy until the purchase ends. It is disabled while the price with a promotion code is
 * unknown. If it unmounts, a press that is still in progress no longer opens a checkout.
 */
export function BuyButton({ sku, skuName, source, onStart, ...buttonProps }: BuyButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const { promotionUse } = usePromotion(sku)
  const pressController = useRef<AbortController>(null)
  useEffect(() => () => pressController.current?.abort(), [])
  const buy = async ({ skuId, skuType, currencyCode }: Sku) => {
    onStart?.()
    setBusy(true)
    const controller = new AbortController()
    pressController.current = controller
    const { startPurchase } = await loadUntilThere(() => import('../checkout/start-purchase.ts'))
    const usedPromotion = promotionUse.kind === 'used' ? { code: promotionUse.quote.code, totalCents: promotionUse.quote.totalCents } : null
    await startPurchase({ skuId, skuType, skuName, currencyCode, source, promotion: usedPromotion }, controller.signal).finally(() =>
      setBusy(false),
    )
    promotion.recheck()
  }
  return (
    <Button
      {...buttonProps}
      isBusy={isBusy}
      disabled={sku === null || promotionUse.kind === 'unknown'}
      onClick={() => sku !== null && void buy(sku)}
    />
  )
}

interface BuyPlanProps {
  readonly offer: PlanOffer
  readonly canBuy: boolean
  /** Whether this plan replaces the current plan. */
  readonly isChange: boolean
  readonly changeTarget: Plan | null
  readonly source: ShopSource
}

/**
 * A button that buys the plan. If the settings can change to this plan with a credit for the remaining time, a link to the settings
 * replaces the button. The text below says what is charged, when, and how to cancel.
 */
export function BuyPlan({ offer, canBuy, isChange, changeTarget, source }: BuyPlanProps) {
  const text = useText()
  const id = useId()
  const [nowMs] = useState(Date.now)
  const { plan, isTrial, cycleCents, currencyCode } = offer
  const price = cycleCents === null ? '' : formatMoney(cycleCents, currencyCode)
  const { promotionUse } = usePromotion(offer.sku)
  const chargedPrice = promotionUse.kind === 'used' ? formatMoney(promotionUse.quote.totalCents, promotionUse.quote.currencyCode) : price
  const termsKey = promotionUse.kind === 'used' ? `pricing.terms.code.${plan}` : `pricing.terms.${isTrial ? 'trial' : plan}`
  const terms = { price: chargedPrice, renewal: price, date: formatDate(nowMs + TRIAL_MS) }
  if (changeTarget === plan)
    return (
      <div className={styles['buy']}>
        <Link href={linkTo('settings')} className={buttonClass('primary', 'l', true)} aria-describedby={id} onClick={closeBilling}>
          {text(`pricing.change.${plan}`)}
        </Link>
        <div id={id} className={styles['terms']}>
          <p className={styles['line']}>{text('pricing.terms.credited')}</p>
        </div>
      </div>
    )
  return (
    <div className={styles['buy']}>
      <PromotionEntry sku={canBuy ? offer.sku : null} />
      <BuyButton
        variant="primary"
        size="l"
        isWide
        sku={canBuy ? offer.sku : null}
        skuName={text(isTrial ? 'pricing.plan.trialName' : `pricing.plan.${plan}Name`)}
        source={source}
        aria-describedby={id}
      >
        {cycleCents === null
          ? text('pricing.buyUnknown')
          : text(isTrial ? 'pricing.buy.trial' : `pricing.buy.${plan}`, { price: chargedPrice })}
      </BuyButton>
      <div id={id} className={styles['terms']}>
        {cycleCents !== null && <p className={styles['line']}>{text(termsKey, terms)}</p>}
        {isTrial && <p>{text('pricing.terms.trialWithout')}</p>}
        {isChange && <p>{text('pricing.terms.change')}</p>}
      </div>
    </div>
  )
}
