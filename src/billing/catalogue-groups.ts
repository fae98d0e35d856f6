import type { PlanFeature, Sku } from '#shared/api/catalogue.ts'
import type { CataloguePages } from '#shared/storage/billing-records.ts'
import { planOfSku, CONSUMABLE_SKU, SUBSCRIPTION_SKU, TRIAL_SKU } from '#shared/domain/sku-rules.ts'
import { hubState, useSnapshot } from '#src/store/state.ts'
import { useCatalogue } from './catalogue.ts'

export interface CatalogueGroups {
  readonly weekly: Sku | null
  readonly yearly: Sku | null
  readonly trial: Sku | null
  /** The packs of points, smallest first. */
  readonly packs: readonly PackSku[]
  readonly features: readonly PlanFeature[]
  readonly questions: CataloguePages['page1']['qaList']
  /** The currencies in which the user can pay; empty until known. */
  readonly currencies: readonly string[]
  readonly takesPromotions: boolean
}

export type PackSku = Sku & { readonly points: number }

export const EMPTY_CATALOGUE: CatalogueGroups = {
  weekly: null,
  yearly: null,
  trial: null,
  packs: [],
  features: [],
  questions: [],
  currencies: [],
  takesPromotions: false,
}

const groupsByPages = new WeakMap<CataloguePages, CatalogueGroups>()

/** Groups a catalogue. The groups are cached, because several sections of a page need them. */
function getCachedGroups(pages: CataloguePages): CatalogueGroups {
  const groups = groupsByPages.get(pages) ?? groupCatalogue(pages)
  groupsByPages.set(pages, groups)
  return groups
}

export function groupCatalogue({ page1, page2, page3 }: CataloguePages): CatalogueGroups {
  const plans = page1.skus.filter(({ skuType }) => skuType === SUBSCRIPTION_SKU)
  return {
    weekly: plans.find((sku) => planOfSku(sku) === 'weekly') ?? null,
    yearly: plans.find((sku) => planOfSku(sku) === 'yearly') ?? null,
    trial: page1.skus.find(({ skuType }) => skuType === TRIAL_SKU) ?? null,
    packs: [...page2.skus, ...page3.skus].flatMap(toPacks).toSorted((one, other) => one.points - other.points),
    features: page1.features,
    questions: [page1, page2, page3].flatMap(({ qaList }) => qaList),
    currencies: page1.currencies ?? [],
    takesPromotions: page1.takesPromotions === true,
  }
}

function toPacks(sku: Sku): readonly PackSku[] {
  const { skuType, points = 0 } = sku
  return skuType === CONSUMABLE_SKU && points > 0 ? [{ ...sku, points }] : []
}

export function useCatalogueGroups() {
  const { pages, status } = useCatalogue()
  const { isOnline } = useSnapshot(hubState).connection
  return {
    groups: pages === null ? EMPTY_CATALOGUE : getCachedGroups(pages),
    /** Whether the user can buy: the server has confirmed the prices and is reachable, so the shown price is the charged one. */
    canBuy: status === 'there' && isOnline,
    /** Whether no catalogue is known, neither from the server nor from this device. */
    isEmpty: pages === null,
    hasFailed: status === 'failed',
  }
}
