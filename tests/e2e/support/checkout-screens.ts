import { type FrameLocator, type Locator, type Page, expect } from '@playwright/test'

export const PACK = '100 points'

interface Shop {
  readonly dialog: Locator
  readonly frame: FrameLocator
  readonly buy: (origin: string) => Promise<void>
  /** A button of the sandbox's page. */
  readonly press: (name: string | RegExp) => Promise<void>
}

/** A purchase by the screens: a button on the prices, then the sandbox's checkout in its frame. */
export function shop(page: Page): Shop {
  const frame = page.frameLocator('iframe[title="Checkout"]')
  const dialog = page.getByRole('dialog', { name: 'Checkout' })
  return {
    dialog,
    frame,
    buy: async (origin) => {
      if (!page.url().endsWith('/pricing')) await page.goto(`${origin}/pricing`)
      await page.getByRole('button', { name: `Buy ${PACK}`, exact: true }).click()
    },
    press: async (name) => {
      // Until then a cover lies over the frame and would receive the press.
      await expect(dialog).toBeVisible()
      await expect(dialog.getByText('Opening the checkout')).toBeHidden()
      await frame.getByRole('button', { name }).click()
    },
  }
}

/** A closed checkout removes its entry from the browser's history; until then a navigation would be cancelled. */
export async function untilCheckoutIsLeft(page: Page): Promise<void> {
  await expect.poll(() => isWayBackBlocked(page)).toBe(false)
}

export async function isWayBackBlocked(page: Page): Promise<boolean> {
  return page.evaluate(() => (history.state as { entryBelow?: unknown } | null)?.entryBelow !== undefined)
}

/** A card of an open order, or of an ended one that is not dismissed. */
export function orderCard(page: Page, title: string): Locator {
  return page.getByRole('region', { name: 'Your purchases' }).getByRole('article').filter({ hasText: title })
}
