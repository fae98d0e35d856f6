import type { Sku, SkuPageData } from '#shared/api/catalogue.ts'
import type { CataloguePages } from '#shared/storage/catalogue-record.ts'

/** What everybody is offered: discounts belong to the account they were made for. */
export function withoutDiscounts({ page1, page2, page3 }: CataloguePages): CataloguePages {
  return { page1: atFullPrice(page1), page2: atFullPrice(page2), page3: atFullPrice(page3) }
}

function atFullPrice(page: SkuPageData): SkuPageData {
  return { ...page, skus: page.skus.map(({ discountPrice: _, ...sku }): Sku => sku) }
}
