import type { Sku } from '#shared/api/catalogue.ts'
import type { CatalogueState } from '../catalogue.ts'
import { BASE_CURRENCY, chargedCents, FALLBACK_YEARLY_CENTS } from '#shared/domain/sku-rules.ts'
import { groupCatalogue } from '../catalogue-groups.ts'

/**
 * The yearly plan as the settings offer it. Without a `sku`, the price is an estimate or outdated, and the plan can't be bought.
 */
interface YearlyOffer {
  readonly sku: Sku | null
  readonly priceCents: number
  readonly currencyCode: string
  readonly introKey: 'billing.plan.yearlyStarts' | 'billing.plan.yearlyFrom'
  readonly buttonKey: 'billing.plan.yearlyBuy' | 'billing.plan.yearlyWaits' | 'billing.plan.yearlyUnknown'
}

export function yearlyOffer({ status, pages }: Pick<CatalogueState, 'status' | 'pages'>): YearlyOffer {
  const yearlySku = pages === null ? null : groupCatalogue(pages).yearly
  const price = {
    priceCents: yearlySku === null ? FALLBACK_YEARLY_CENTS : chargedCents(yearlySku),
    currencyCode: yearlySku?.currencyCode ?? BASE_CURRENCY,
  }
  if (status === 'there' && yearlySku !== null)
    return { ...price, sku: yearlySku, introKey: 'billing.plan.yearlyStarts', buttonKey: 'billing.plan.yearlyBuy' }
  const isPriceExpected = status === 'loading' || status === 'stored'
  const buttonKey = isPriceExpected ? 'billing.plan.yearlyWaits' : 'billing.plan.yearlyUnknown'
  return { ...price, sku: null, introKey: 'billing.plan.yearlyFrom', buttonKey }
}
