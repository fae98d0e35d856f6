import { beforeAll, beforeEach, expect } from 'vitest'
import { commands, page } from 'vitest/browser'
import { type SkuPage, type SkuPageData, getSkus, SKU_PAGES } from '#shared/api/catalogue.ts'
import { openRecords } from '#shared/browser/record-store.ts'
import { CATALOGUE_KEY, HISTORY_DATABASE } from '#shared/storage/records.ts'
import { catalogueState, rereadCatalogue } from '#src/billing/catalogue.ts'
import { hubState } from '#src/store/state.ts'
import { DESKTOP } from '../fixtures/render-screen.tsx'
import { answer, refusal } from '../fixtures/script-api.ts'
import { composer } from './composer-screen.ts'

declare module 'vitest/browser' {
  interface BrowserCommands {
    serverSkuPage(name: SkuPage): Promise<SkuPageData>
  }
}

const pages = new Map<SkuPage, SkuPageData>()

export const shop = {
  plan: (name: 'Weekly' | 'Yearly') => page.getByRole('radio', { name: new RegExp(`^${name}`) }),
  freeWeek: page.getByRole('button', { name: 'Start free trial' }),
  points: page.getByRole('dialog', { name: 'Buy points' }),
  pack: (name: RegExp) => shop.points.getByRole('radio', { name }),
  buy: page.getByRole('dialog', { name: 'Buy points' }).getByRole('button', { name: /^Buy \d+ points/ }),
  premium: page.getByRole('dialog', { name: 'Premium' }),
  discount: page.getByRole('switch', { name: /50% off point packs/ }),
  buyMissingPoints: page.getByRole('button', { name: /^Buy points · .* needed$/ }),
}

/** Before each test the shop sells the server's offers, the prices load anew, and the visitor has 60 points. */
export function openShop(): void {
  beforeAll(async () => {
    for (const name of SKU_PAGES) pages.set(name, await commands.serverSkuPage(name))
  })
  beforeEach(async () => {
    hubState.credits = { points: 60, held: 0 }
    await resetShop()
  })
}

/** Makes the shop sell the server's offers, each changed by `change`; without `change` they are unchanged. */
export function sell(change: (sku: SkuPageData['skus'][number]) => SkuPageData['skus'][number] = (sku) => sku): void {
  answer(getSkus, ({ page: name }) => {
    const skuPage = pages.get(name)
    return skuPage === undefined ? refusal('H5000') : { ...skuPage, skus: skuPage.skus.map(change) }
  })
}

/** Sets the shop's offers, and makes the screens load them again. */
export async function resetShop(...change: Parameters<typeof sell>): Promise<void> {
  sell(...change)
  await forgetPrices()
}

/** Makes the shop unreachable. */
export async function closeShop(): Promise<void> {
  answer(getSkus, () => refusal('H5000'))
  await forgetPrices()
}

/**
 * Discards the loaded prices and the copy on the device, and loads the prices again. First waits until a running request has ended, because
 * its answer would restore the discarded prices.
 */
async function forgetPrices(): Promise<void> {
  await expect.poll(() => catalogueState.isReading).toBe(false)
  await openRecords(HISTORY_DATABASE).remove(CATALOGUE_KEY)
  Object.assign(catalogueState, { status: 'loading', pages: null, readAtMs: 0, problem: null })
  rereadCatalogue()
}

/** Opens "Buy points" from the form: two videos cost 40 points more than the visitor has. */
export async function openBuyPoints(size = DESKTOP): Promise<void> {
  await composer.open(size)
  await chooseVideos(2)
  await shop.buyMissingPoints.click()
  await expect.element(shop.buy).toBeEnabled()
}

export async function chooseVideos(count: number): Promise<void> {
  await page.getByRole('radio', { name: String(count), exact: true }).click({ force: true })
}
