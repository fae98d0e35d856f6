import { type FrameLocator, type Locator, type Page, expect } from '@playwright/test'

export const PACK_NAME = '100 points'

interface Checkout {
  readonly dialog: Locator
  readonly frame: FrameLocator
  readonly buy: (origin: string) => Promise<void>
  /** Presses a button of the sandbox's page in the frame. */
  readonly press: (name: string | RegExp) => Promise<void>
}

/** A purchase by the screens: first a button on the pricing screen, then the sandbox's checkout in its frame. */
export function checkoutOf(page: Page): Checkout {
  const frame = page.frameLocator('iframe[title="Checkout"]')
  const dialog = page.getByRole('dialog', { name: 'Checkout' })
  return {
    dialog,
    frame,
    buy: async (origin) => {
      if (!page.url().endsWith('/pricing')) await page.goto(`${origin}/pricing`)
      await page.getByRole('button', { name: `Buy ${PACK_NAME}`, exact: true }).click()
    },
    press: async (name) => {
      // While the checkout opens, a cover lies over the frame and would receive the press.
      await expect(dialog).toBeVisible()
      await expect(dialog.getByText('Opening checkout')).toBeHidden()
      await frame.getByRole('button', { name }).click()
    },
  }
}

/** Waits until a closed checkout has removed its entry from the browser's history. Before that, a navigation would be cancelled. */
export async function untilCheckoutIsLeft(page: Page): Promise<void> {
  await expect.poll(() => isWayBackBlocked(page)).toBe(false)
}

export async function isWayBackBlocked(page: Page): Promise<boolean> {
  return page.evaluate(() => (history.state as { entryBelow?: unknown } | null)?.entryBelow !== undefined)
}

/** The card of an order that is open, or that has ended and is not dismissed. */
export function orderCard(page: Page, title: string): Locator {
  return page.getByRole('region', { name: 'Your purchases' }).getByRole('article').filter({ hasText: title })
}
