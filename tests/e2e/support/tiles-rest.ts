import { type Page, expect } from '@playwright/test'

/** Waits until the scroll position and the tiles of the wall no longer change, because the page adds a few tiles at a time. */
export async function untilTilesRest(page: Page): Promise<void> {
  const readTiles = () =>
    page.evaluate(() =>
      [scrollY, ...[...document.querySelectorAll('[data-viewer-item]')].map((tile) => tile.getAttribute('data-viewer-item'))].join(' '),
    )
  let lastTiles = ''
  const isUnchanged = async () => {
    const previousTiles = lastTiles
    lastTiles = await readTiles()
    return lastTiles === previousTiles
  }
  await expect.poll(isUnchanged, { intervals: [250] }).toBe(true)
}
