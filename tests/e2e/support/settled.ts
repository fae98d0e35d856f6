import { type Page, expect } from '@playwright/test'

const FRAMES_LIMIT_MS = 60_000

/** The screen has its words, its pictures in sight, nothing lies over it, and nothing still moves into place. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
  await page.evaluate(twoFrames, FRAMES_LIMIT_MS)
  await page.waitForFunction(() => {
    const dialogs = [...document.querySelectorAll('dialog:modal')]
    const waiting = (dialogs.at(-1) ?? document).querySelectorAll('[aria-busy=true]')
    const isWaiting = [...waiting].some((one) => one.checkVisibility())
    // What lies above the window, too, may come late and is not brought before it is scrolled to.
    const isInSight = ({ top, bottom }: DOMRect) => top < innerHeight && bottom > 0
    const images = [...document.images].filter((one) => one.checkVisibility() && isInSight(one.getBoundingClientRect()))
    const moving = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity && one.playState === 'running')
    const isCovered = document.querySelector('[data-phase][aria-busy=true]') !== null
    return !isWaiting && !isCovered && images.every((one) => one.complete) && moving.length === 0 && document.fonts.status === 'loaded'
  })
}

/** A browser whose compositor has stopped draws none: told at once, or the test waits for its own limit. */
function twoFrames(limitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('The browser draws no frames.')), limitMs)
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })
}
