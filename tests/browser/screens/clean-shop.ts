import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { setPreference } from '#src/store/preferences.ts'
import { DESKTOP, PHONE, renderScreen } from '../fixtures/render-screen.tsx'
import { axeFaults, setDevice } from '../fixtures/screen-tools.ts'
import { closeShop, openBuyPoints, sell, shop } from './pricing-screen.ts'

const NARROWEST_PX = 320

const VIEWPORTS = { phone: PHONE, desktop: DESKTOP }

/** Tests the shop with axe in one screen size and theme: with a load error, with prices, with the point packs, and with the plans. */
export function testCleanShop(size: keyof typeof VIEWPORTS, theme: 'dark' | 'light'): void {
  const viewport = VIEWPORTS[size]
  test(`axe finds nothing in the shop on a ${size} screen in the ${theme} theme, and nothing overflows`, async () => {
    const expectClean = async (stateName: string) => {
      expect([stateName, ...(await axeFaults('body', theme === 'dark' ? 'all' : 'contrast'))]).toEqual([stateName])
      await page.viewport(NARROWEST_PX, viewport.height)
      const { scrollWidth, offsetWidth } = document.documentElement
      expect([stateName, scrollWidth - offsetWidth]).toEqual([stateName, 0])
      await page.viewport(viewport.width, viewport.height)
    }
    await setDevice({ wantsLessMotion: true })
    setPreference('colorMode', theme)
    await closeShop()
    await renderScreen('/pricing', viewport)
    await expect.element(page.getByRole('alert')).toBeVisible()
    await expectClean('failed')
    sell()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(shop.freeWeek).toBeEnabled()
    await expectClean('prices')
    await openBuyPoints(viewport)
    await expectClean('packs')
    await shop.discount.click()
    await expect.element(shop.premium).toBeVisible()
    await expect.element(page.getByText('Half-price point packs are only available with a paid plan.')).not.toBeInTheDocument()
    await expectClean('plans')
  })
}
