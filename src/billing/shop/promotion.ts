import { useEffect } from 'react'
import type { Sku } from '#shared/api/catalogue.ts'
import type { AppError } from '#shared/result.ts'
import { TRIAL_SKU } from '#shared/domain/sku-rules.ts'
import { api } from '#src/platform/api.ts'
import { hubState } from '#src/platform/hub-state.ts'
import { loadUntilThere } from '#src/platform/lazy-part.ts'
import { proxy, useSnapshot } from '#src/platform/state.ts'
import { NO_PROMOTION, type PromotionUse, createPromotion, priceKey, promotionUse } from './create-promotion.ts'

export const promotionState = proxy({ ...NO_PROMOTION })

export const promotion = createPromotion({
  state: promotionState,
  async quote({ skuId, currencyCode }, code) {
    const { quotePromotion } = await loadUntilThere(() => import('#shared/api/promotions.ts'))
    return api.call(quotePromotion, { skuId, currencyCode, code })
  },
})

interface PromotionOfSku {
  readonly code: string
  readonly use: PromotionUse
  readonly problem: AppError | null
}

/** The code as it stands for a SKU, whose price with it is asked for. Nothing is charged now for a trial, so that no code counts there. */
export function usePromotion(sku: Pick<Sku, 'skuId' | 'skuType' | 'currencyCode'> | null): PromotionOfSku {
  const { code, asked } = useSnapshot(promotionState)
  const account = useSnapshot(hubState).identity?.businessUserId ?? ''
  const priced = sku === null || sku.skuType === TRIAL_SKU ? null : sku
  const known = priced === null ? undefined : asked[priceKey(priced)]
  const isAsked = known?.account === account
  const { skuId = null, currencyCode = '' } = priced ?? {}
  useEffect(() => {
    if (code !== '' && skuId !== null && !isAsked) void promotion.ask({ skuId, currencyCode }, account)
  }, [code, skuId, currencyCode, account, isAsked])
  return { code, use: promotionUse({ code, asked }, priced, account), problem: known?.problem ?? null }
}
