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
  readonly starts: 'billing.plan.yearlyStarts' | 'billing.plan.yearlyFrom'
  readonly press: 'billing.plan.yearlyBuy' | 'billing.plan.yearlyWaits' | 'billing.plan.yearlyUnknown'
}

export function yearlyOffer({ status, pages }: Pick<CatalogueState, 'status' | 'pages'>): YearlyOffer {
  const known = pages === null ? null : groupCatalogue(pages).yearly
  const price = {
    priceCents: known === null ? FALLBACK_YEARLY_CENTS : chargedCents(known),
    currencyCode: known?.currencyCode ?? BASE_CURRENCY,
  }
  if (status === 'there' && known !== null)
    return { ...price, sku: known, starts: 'billing.plan.yearlyStarts', press: 'billing.plan.yearlyBuy' }
  const isOnItsWay = status === 'loading' || status === 'stored'
  const press = isOnItsWay ? 'billing.plan.yearlyWaits' : 'billing.plan.yearlyUnknown'
  return { ...price, sku: null, starts: 'billing.plan.yearlyFrom', press }
}
