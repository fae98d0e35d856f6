import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

const SIDE_INSET_PX = 47
const INSETS = { top: 20, left: SIDE_INSET_PX, right: SIDE_INSET_PX, bottom: 21 }
const SCREENS = ['/', '/home', '/explore', '/tools/image-to-video-generator', '/pricing', '/support']

// A phone in landscape orientation. Its camera is at the side of the page, and its home bar below.
test.use({ viewport: { width: 844, height: 390 }, hasTouch: true })

test.beforeEach(async ({ page }) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setSafeAreaInsetsOverride', { insets: INSETS })
})

for (const screen of SCREENS) {
  test(`no control or text of ${screen} is behind the edges of a phone`, { tag: '@long' }, async ({ page, server }) => {
    await page.goto(`${server.origin}${screen}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(() => findHiddenElements(page)).toEqual([])
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
    await expect.poll(() => findHiddenElements(page)).toEqual([])
  })
}

test('nor is any of the viewer', { tag: '@long' }, async ({ page, server }) => {
  await page.goto(`${server.origin}/explore`)
  await page.locator('[data-main]').first().click()
  await expect(page.getByRole('dialog').getByRole('heading', { level: 2 })).toBeVisible()
  await expect.poll(() => findHiddenElements(page)).toEqual([])
})

/**
 * The elements that are cut off at the sides, or, if they are fixed, at the top or bottom. Contents of sideways scrollers may be cut off.
 */
async function findHiddenElements(page: Page): Promise<string[]> {
  return page.evaluate((insets) => {
    const layer = [...document.querySelectorAll('dialog[open]')].at(-1)
    const [left, right] = [insets.left - 1, innerWidth - insets.right + 1]
    const [top, bottom] = [insets.top - 1, innerHeight - insets.bottom + 1]
    const isCutOff = (element: Element) => {
      const box = element.getBoundingClientRect()
      const isSeen = box.width > 2 && box.bottom > 0 && box.top < innerHeight && element.checkVisibility({ visibilityProperty: true })
      const ancestors = []
      for (let ancestor: Element | null = element; ancestor !== null; ancestor = ancestor.parentElement)
        ancestors.push(getComputedStyle(ancestor))
      const isPinned = ancestors.some(({ position }) => position === 'fixed' || position === 'sticky')
      const isScrolled = ancestors.some(({ overflowX }) => overflowX === 'auto' || overflowX === 'scroll')
      const isBeyondSides = !isScrolled && (box.left < left || box.right > right)
      const isBeyondTopOrBottom = isPinned && layer === undefined && (box.top < top || box.bottom > bottom)
      return isSeen && (isBeyondSides || isBeyondTopOrBottom)
    }
    const elements = (layer ?? document).querySelectorAll('a[href], button, input, textarea, select, h1, h2, p')
    return [...elements].filter(isCutOff).map(({ tagName, textContent, ariaLabel }) => `${tagName} ${ariaLabel ?? textContent}`)
  }, INSETS)
}
