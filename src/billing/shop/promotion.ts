import { useEffect } from 'react'
import type { Sku } from '#shared/api/catalogue.ts'
import type { AppError } from '#shared/app-error.ts'
import { TRIAL_SKU } from '#shared/domain/sku-price.ts'
import { api } from '#src/platform/api.ts'
import { hubState } from '#src/platform/hub-state.ts'
import { loadUntilThere } from '#src/platform/lazy-part.ts'
import { proxy, useSnapshot } from '#src/platform/state.ts'
import { NO_PROMOTION, type PromotionUse, createPromotion, promotionUse } from './create-promotion.ts'

export const promotionState = proxy({ ...NO_PROMOTION })

export const promotion = createPromotion({
  state: promotionState,
  async quote(skuId, code) {
    const { quotePromotion } = await loadUntilThere(() => import('#shared/api/promotions.ts'))
    return api.call(quotePromotion, { skuId, code })
  },
})

interface PromotionOfSku {
  readonly code: string
  readonly use: PromotionUse
  readonly problem: AppError | null
}

/** The code as it stands for a SKU, whose price with it is asked for. Nothing is charged now for a trial, so that no code counts there. */
export function usePromotion(sku: Pick<Sku, 'skuId' | 'skuType'> | null): PromotionOfSku {
  const { code, asked } = useSnapshot(promotionState)
  const account = useSnapshot(hubState).identity?.businessUserId ?? ''
  const skuId = sku === null || sku.skuType === TRIAL_SKU ? null : sku.skuId
  const isAsked = skuId !== null && asked[skuId]?.account === account
  useEffect(() => {
    if (code !== '' && skuId !== null && !isAsked) void promotion.ask(skuId, account)
  }, [code, skuId, account, isAsked])
  return { code, use: promotionUse({ code, asked }, skuId, account), problem: (skuId !== null && asked[skuId]?.problem) || null }
}
