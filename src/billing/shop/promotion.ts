import { useEffect } from 'react'
import type { Sku } from '#shared/api/catalogue.ts'
import { createTurns } from '#shared/create-turns.ts'
import { type AppError, type Result, fail } from '#shared/result.ts'
import { TRIAL_SKU } from '#shared/domain/sku-rules.ts'
import type { PromotionQuote } from '#shared/api/promotions.ts'
import { isPromotionCode, normalizePromotionCode } from '#shared/domain/promotion-rules.ts'
import { api } from '#src/hub-client/api.ts'
import { hubState, proxy, useSnapshot } from '#src/store/state.ts'
import { loadUntilThere } from '#src/loading/lazy-part.ts'

/** The answer about a SKU's price with the code, for one account. Without quote and problem, the request is running. */
interface Asked {
  readonly account: string
  readonly quote: PromotionQuote | null
  readonly problem: AppError | null
}

interface PromotionState {
  /** Normalised; '' without a code. */
  code: string
  isOpen: boolean
  /** By SKU and currency. */
  asked: Record<string, Asked>
}

export const NO_PROMOTION: PromotionState = { code: '', isOpen: false, asked: {} }

/** The effect of the code on a press of a buy button. `unknown`: it could not be checked, so nothing is bought. */
type PromotionUse =
  | { readonly kind: 'none' }
  | { readonly kind: 'used'; readonly quote: PromotionQuote }
  | { readonly kind: 'unknown'; readonly isAsking: boolean }

interface PromotionDeps {
  readonly state: PromotionState
  readonly quote: (sku: PricedSku, code: string) => Promise<Result<PromotionQuote>>
}

/** For a text that can't be a code. It is not sent, because the server counts unknown codes. */
const NO_CODE: AppError = { code: 'PROMOTION_UNKNOWN', retry: 'never' }

type PricedSku = Pick<Sku, 'skuId' | 'currencyCode'>

/** Prices are requested per SKU and currency. */
const priceKey = ({ skuId, currencyCode }: PricedSku): string => `${skuId} ${currencyCode}`

/** One code for all prices of the shop. A price is requested when it is shown. */
export function createPromotion({ state, quote }: PromotionDeps) {
  let inTurn = createTurns()

  function set(code: string): void {
    inTurn = createTurns()
    Object.assign(state, { code: normalizePromotionCode(code), asked: {} })
  }

  async function answerFor(sku: PricedSku, account: string, asked: PromotionState['asked']): Promise<void> {
    const key = priceKey(sku)
    const isWanted = () => state.asked === asked && asked[key]?.account === account
    if (!isWanted()) return
    const known = Object.values(asked).find(
      (one) => one.account === account && one.problem !== null && one.problem.code !== 'PROMOTION_NOT_HERE',
    )
    const refusal = known?.problem ?? (isPromotionCode(state.code) ? null : NO_CODE)
    const answer = refusal === null ? await quote(sku, state.code) : fail(refusal)
    // Another code or account is current by now.
    if (isWanted()) asked[key] = { account, quote: answer.ok ? answer.value : null, problem: answer.ok ? null : answer.error }
  }

  return {
    open(isOpen: boolean): void {
      state.isOpen = isOpen
    },
    apply: set,
    /** Shows a code from the address and requests its prices at once. */
    prefill(code: string): void {
      set(code)
      state.isOpen = state.code !== ''
    },
    remove: () => set(''),
    /** Requests all prices again: after a purchase, or after lost answers. */
    recheck: () => set(state.code),
    /**
     * Does nothing if the price is known or requested. Prices are requested one after the other: a code that is invalid for all of them is
     * sent once, because the server counts unknown codes.
     */
    async ask(sku: PricedSku, account: string): Promise<void> {
      const key = priceKey(sku)
      if (state.code === '' || state.asked[key]?.account === account) return
      state.asked[key] = { account, quote: null, problem: null }
      const { asked } = state
      await inTurn(() => answerFor(sku, account, asked))
    },
  }
}

/** A rejected code leaves the price as it is. A code that is not checked yet blocks the purchase. */
export function promotionUse(
  { code, asked }: Pick<PromotionState, 'code' | 'asked'>,
  sku: PricedSku | null,
  account: string,
): PromotionUse {
  if (code === '' || sku === null) return { kind: 'none' }
  const known = asked[priceKey(sku)]
  if (known === undefined || known.account !== account) return { kind: 'unknown', isAsking: true }
  if (known.quote !== null) return { kind: 'used', quote: known.quote }
  if (known.problem === null) return { kind: 'unknown', isAsking: true }
  return known.problem.retry === 'never' ? { kind: 'none' } : { kind: 'unknown', isAsking: false }
}

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

/** The code and the price with it for a SKU, which is requested. A trial charges nothing now, so no code applies to it. */
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
