import type { Sku, SkuPageData } from '#shared/api/catalogue.ts'
import type { CataloguePages } from '#shared/storage/billing-records.ts'
import { CONSUMABLE_SKU, SUBSCRIPTION_SKU, TRIAL_SKU } from '#shared/domain/sku-rules.ts'

export function sku(change: Partial<Sku> & Pick<Sku, 'skuId'>): Sku {
  return { itemName: change.skuId, skuName: change.skuId, price: 999, skuType: CONSUMABLE_SKU, currencyCode: 'USD', ...change }
}

export const weeklySku = sku({ skuId: 'premium_weekly', skuType: SUBSCRIPTION_SKU, durationUnit: 'WEEK', points: 400 })
export const yearlySku = sku({ skuId: 'premium_yearly', skuType: SUBSCRIPTION_SKU, durationUnit: 'YEAR', price: 4999, points: 2500 })
export const trialSku = sku({ skuId: 'basic_free_trial', skuType: TRIAL_SKU, durationUnit: 'WEEK', price: 0 })

export function pack(points: number, price: number, change: Partial<Sku> = {}): Sku {
  return sku({ skuId: `points_${points}`, price, points, ...change })
}

function page(skus: readonly Sku[]): SkuPageData {
  return { features: [{ title: 'Templates', basic: '', premium: 'All' }], skus: [...skus], qaList: [] }
}

export function pages(packs: readonly Sku[] = [pack(100, 499), pack(300, 1199), pack(2000, 4999)]): CataloguePages {
  return { page1: page([yearlySku, weeklySku, trialSku]), page2: page(packs.slice(0, 2)), page3: page(packs.slice(2)) }
}
