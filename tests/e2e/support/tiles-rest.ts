import { type Page, expect } from '@playwright/test'

/** Waits until the scroll position and the tiles of the wall do not change any more: tiles appear a few at a time. */
export async function tilesRest(page: Page): Promise<void> {
  const readTiles = () =>
    page.evaluate(() =>
      [scrollY, ...[...document.querySelectorAll('[data-viewer-item]')].map((tile) => tile.getAttribute('data-viewer-item'))].join(' '),
    )
  let last = ''
  const isSame = async () => {
    const before = last
    last = await readTiles()
    return last === before
  }
  await expect.poll(isSame, { intervals: [250] }).toBe(true)
}
