import { type ReactElement, useEffect, useRef, useState } from 'react'
import type { Sku } from '#shared/api/catalogue.ts'
import { promotion, usePromotion } from './promotion.ts'
import type { PurchaseSource } from '../checkout/purchase-tracking.ts'
import { loadUntilThere } from '#src/platform/lazy-part.ts'
import { type ButtonProps, Button } from '#src/design/button.tsx'

export type ShopSource = Extract<PurchaseSource, 'subscription_dialog' | 'credits_dialog' | 'pricing_page'>

interface BuyButtonProps extends Omit<ButtonProps, 'isBusy' | 'onClick' | 'disabled'> {
  /** Null: nothing to buy, or no reliable price yet. */
  readonly sku: Sku | null
  /** The name the checkout shows. */
  readonly skuName: string
  readonly source: ShopSource
  readonly onStart?: () => void
}

/** Starts a purchase, and is busy until it ends. It can't be pressed while the price with a code is not known. After the button unmounts, its press opens no checkout. */
export function BuyButton({ sku, skuName, source, onStart, ...rest }: BuyButtonProps): ReactElement {
  const [isBusy, setBusy] = useState(false)
  const { use } = usePromotion(sku)
  const press = useRef<AbortController>(null)
  useEffect(() => () => press.current?.abort(), [])
  const buy = async ({ skuId, skuType, currencyCode }: Sku) => {
    onStart?.()
    setBusy(true)
    const left = new AbortController()
    press.current = left
    const { startPurchase } = await loadUntilThere(() => import('../checkout/start-purchase.ts'))
    const used = use.kind === 'used' ? { code: use.quote.code, totalCents: use.quote.totalCents } : null
    await startPurchase({ skuId, skuType, skuName, currencyCode, source, promotion: used }, left.signal).finally(() => setBusy(false))
    promotion.recheck()
  }
  return (
    <Button {...rest} isBusy={isBusy} disabled={sku === null || use.kind === 'unknown'} onClick={() => sku !== null && void buy(sku)} />
  )
}
