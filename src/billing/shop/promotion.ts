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

/** The server's price with the code, for one SKU and account. While the request is running, `quote` and `problem` are null. */
interface CodeAnswer {
  readonly account: string
  readonly quote: PromotionQuote | null
  readonly problem: AppError | null
}

interface PromotionState {
  /** The normalised promotion code; '' without a code. */
  code: string
  isOpen: boolean
  /** The answers by SKU and currency; see `priceKey`. */
  answers: Record<string, CodeAnswer>
}

export const NO_PROMOTION: PromotionState = { code: '', isOpen: false, answers: {} }

/** How the code affects a purchase. `unknown`: the code could not be checked yet, so the purchase is blocked. */
type PromotionUse =
  | { readonly kind: 'none' }
  | { readonly kind: 'used'; readonly quote: PromotionQuote }
  | { readonly kind: 'unknown'; readonly isAsking: boolean }

interface PromotionDeps {
  readonly state: PromotionState
  readonly quote: (sku: PricedSku, code: string) => Promise<Result<PromotionQuote>>
}

/** The error for a text that can't be a code. The text is not sent, because the server counts unknown codes. */
const UNKNOWN_CODE_ERROR: AppError = { code: 'PROMOTION_UNKNOWN', retry: 'never' }

type PricedSku = Pick<Sku, 'skuId' | 'currencyCode'>

/** The key of a price in `answers`. The server is asked once per SKU, currency and code. */
const priceKey = ({ skuId, currencyCode }: PricedSku): string => `${skuId} ${currencyCode}`

/** The promotion code of the shop. The price with the code is requested for each SKU that is shown. */
export function createPromotion({ state, quote }: PromotionDeps) {
  let runInTurn = createTurns()

  function setCode(code: string): void {
    runInTurn = createTurns()
    Object.assign(state, { code: normalizePromotionCode(code), answers: {} })
  }

  async function requestQuote(sku: PricedSku, account: string, answers: PromotionState['answers']): Promise<void> {
    const key = priceKey(sku)
    const isStillNeeded = () => state.answers === answers && answers[key]?.account === account
    if (!isStillNeeded()) return
    const codeAnswer = Object.values(answers).find(
      (answer) => answer.account === account && answer.problem !== null && answer.problem.code !== 'PROMOTION_NOT_HERE',
    )
    const refusal = codeAnswer?.problem ?? (isPromotionCode(state.code) ? null : UNKNOWN_CODE_ERROR)
    const answer = refusal === null ? await quote(sku, state.code) : fail(refusal)
    // The answer is ignored if the code or the account has changed meanwhile.
    if (isStillNeeded()) answers[key] = { account, quote: answer.ok ? answer.value : null, problem: answer.ok ? null : answer.error }
  }

  return {
    open(isOpen: boolean): void {
      state.isOpen = isOpen
    },
    apply: setCode,
    /** Enters a code from the address and shows the code field. */
    prefill(code: string): void {
      setCode(code)
      state.isOpen = state.code !== ''
    },
    remove: () => setCode(''),
    /** Drops all answers, so that the price of each shown SKU is requested again. Called after each purchase. */
    recheck: () => setCode(state.code),
    /**
     * Requests the price with the code, unless it is known or requested. Requests run one after the other: a code that is invalid
     * for all prices is sent once, because the server counts unknown codes.
     */
    async ask(sku: PricedSku, account: string): Promise<void> {
      const key = priceKey(sku)
      if (state.code === '' || state.answers[key]?.account === account) return
      state.answers[key] = { account, quote: null, problem: null }
      const { answers } = state
      await runInTurn(() => requestQuote(sku, account, answers))
    },
  }
}

/**
 * How the code affects the purchase of a SKU. A rejected code leaves the price as it is. A code that is not checked yet blocks the
 * purchase.
 */
export function findPromotionUse(
  { code, answers }: Pick<PromotionState, 'code' | 'answers'>,
  sku: PricedSku | null,
  account: string,
): PromotionUse {
  if (code === '' || sku === null) return { kind: 'none' }
  const codeAnswer = answers[priceKey(sku)]
  if (codeAnswer === undefined || codeAnswer.account !== account) return { kind: 'unknown', isAsking: true }
  if (codeAnswer.quote !== null) return { kind: 'used', quote: codeAnswer.quote }
  if (codeAnswer.problem === null) return { kind: 'unknown', isAsking: true }
  return codeAnswer.problem.retry === 'never' ? { kind: 'none' } : { kind: 'unknown', isAsking: false }
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
  readonly promotionUse: PromotionUse
  readonly problem: AppError | null
}

/** The code and the price with it, for one SKU. The price is requested. A trial costs nothing now, so no code applies to it. */
export function usePromotion(sku: Pick<Sku, 'skuId' | 'skuType' | 'currencyCode'> | null): PromotionOfSku {
  const { code, answers } = useSnapshot(promotionState)
  const account = useSnapshot(hubState).identity?.businessUserId ?? ''
  const pricedSku = sku === null || sku.skuType === TRIAL_SKU ? null : sku
  const codeAnswer = pricedSku === null ? undefined : answers[priceKey(pricedSku)]
  const isRequested = codeAnswer?.account === account
  const { skuId = null, currencyCode = '' } = pricedSku ?? {}
  useEffect(() => {
    if (code !== '' && skuId !== null && !isRequested) void promotion.ask({ skuId, currencyCode }, account)
  }, [code, skuId, currencyCode, account, isRequested])
  return { code, promotionUse: findPromotionUse({ code, answers }, pricedSku, account), problem: codeAnswer?.problem ?? null }
}
