import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** The screen has its words, its pictures in sight, nothing lies over it, and nothing still moves into place. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await page.waitForFunction(() => {
    const dialogs = [...document.querySelectorAll('dialog:modal')]
    const waiting = (dialogs.at(-1) ?? document).querySelectorAll('[class*=skeleton], [aria-busy=true]')
    const isWaiting = [...waiting].some((one) => one.checkVisibility())
    // The browser does not bring what may come late while a box that scrolls has it out of sight.
    const isClipped = (one: HTMLImageElement) => {
      const { left, top, width, height } = one.getBoundingClientRect()
      return one.loading === 'lazy' && !document.elementsFromPoint(left + width / 2, top + height / 2).includes(one)
    }
    const isInSight = (one: HTMLImageElement) => one.checkVisibility() && one.getBoundingClientRect().top < innerHeight
    const images = [...document.images].filter((one) => isInSight(one) && !isClipped(one))
    const moving = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity && one.playState === 'running')
    const isCovered = document.querySelector('[class*=mask][data-phase]') !== null
    return !isWaiting && !isCovered && images.every((one) => one.complete) && moving.length === 0 && document.fonts.status === 'loaded'
  })
}
