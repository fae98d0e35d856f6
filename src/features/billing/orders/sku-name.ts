import { packName } from '#shared/domain/sku-price.ts'
import { CONSUMABLE_SKU } from '#shared/domain/sku-types.ts'
import type { CatalogueState } from '#src/features/billing/catalogue/catalogue-state.ts'

/** What a SKU is called; '' as long as the catalogue does not know it. */
export function skuName(pages: CatalogueState['pages'], skuId: string, unitLabel: string): string {
  const skus = pages === null ? [] : [...pages.page1.skus, ...pages.page2.skus, ...pages.page3.skus]
  const sku = skus.find((known) => known.skuId === skuId)
  if (sku === undefined) return ''
  return sku.skuType === CONSUMABLE_SKU && sku.points !== undefined ? packName(sku.points, unitLabel) : sku.skuName
}
