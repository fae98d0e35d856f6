import type { SharedServer } from '../fixtures/server/shared-server.ts'
import type { Locator, Page } from '@playwright/test'
import { axeFaults } from './support/axe-faults.ts'
import { expect, test } from './support/test.ts'
import { untilTilesRest } from './support/tiles-rest.ts'
import { MAX_TEMPLATE_PAGE } from '#shared/api/templates.ts'
import { manyTemplates } from '../fixtures/many-templates.ts'
import { collectErrors } from './support/page-errors.ts'

const MAX_TILES = 60

let server: SharedServer
test.beforeEach(async ({ server: sharedServer }) => {
  server = sharedServer
  server.intercept(await manyTemplates(MAX_TEMPLATE_PAGE))
})

const wall = (page: Page) => page.getByRole('list', { name: 'Video effects' })
const tiles = (page: Page) => wall(page).getByRole('listitem')
const countPlaying = (page: Page) => page.evaluate(() => [...document.querySelectorAll('video')].filter(({ paused }) => !paused).length)
const readTop = (page: Page, name: string) =>
  page.getByRole('button', { name: `Use ${name}`, exact: true }).evaluate((useButton) => Math.round(useButton.getBoundingClientRect().top))

/** The name of a tile near the middle of the window. */
function nameInSight(page: Page): Promise<string> {
  return page.evaluate(() => {
    const useButtons = [...document.querySelectorAll('[aria-label^="Use "]')]
    // After a long scroll, tiles of the former position may still be in the page, far above or below the window.
    const buttonInSight = useButtons.find((useButton) => {
      const { top, bottom } = useButton.getBoundingClientRect()
      return top > innerHeight / 3 && bottom < innerHeight
    })
    return buttonInSight?.getAttribute('aria-label')?.slice('Use '.length) ?? ''
  })
}

/** Presses at the element's present position, without a scroll. Playwright's own press would scroll sticky elements first. */
async function pressAtPosition(page: Page, target: Locator): Promise<void> {
  const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.click(x + width / 2, y + height / 2)
}

test('999 items leave the page small, at most one video plays, and Back leads to the same tile', { tag: '@moving' }, async ({ page }) => {
  const errors = collectErrors(page)
  await page.goto(`${server.origin}/video-effects`)
  await expect(page.getByText('999 effects')).toBeVisible()
  await expect(tiles(page).first()).toHaveAttribute('aria-setsize', '999')
  for (const share of [0.2, 0.9, 0.5]) {
    await page.evaluate((share) => scrollTo({ top: document.documentElement.scrollHeight * share }), share)
    await expect.poll(() => nameInSight(page)).not.toBe('')
    expect(await tiles(page).count()).toBeLessThan(MAX_TILES)
  }

  await untilTilesRest(page)
  const name = await nameInSight(page)
  const openButton = page.getByRole('button', { name: `Open ${name}`, exact: true })
  await openButton.hover()
  await expect.poll(() => countPlaying(page)).toBe(1)
  const otherTile = tiles(page).filter({ hasNotText: name }).first()
  await otherTile.hover()
  await expect.poll(() => countPlaying(page)).toBe(1)
  await page.getByRole('button', { name: `Use ${name}`, exact: true }).scrollIntoViewIfNeeded()
  await page.mouse.move(5, 5)
  await expect.poll(() => countPlaying(page)).toBe(0)

  const topBefore = await readTop(page, name)
  await pressAtPosition(page, page.getByRole('link', { name: 'Pricing' }).first())
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Video effects')
  await page.goBack()
  await expect.poll(() => readTop(page, name)).toBe(topBefore)

  await openButton.focus()
  await page.keyboard.press('End')
  await expect(tiles(page).last()).toHaveAttribute('aria-posinset', '999')
  await expect(tiles(page).last().getByRole('button').first()).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(page.locator(':focus')).toBeInViewport()
  expect(errors).toEqual([])
})

test(
  'search, tags and category are in the address: Back goes a step back, and a reload restores them',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto(`${server.origin}/video-effects`)
    await expect(page.getByText('999 effects')).toBeVisible()
    const tags = page.getByRole('group', { name: 'Tags' })
    const [firstButton, secondButton] = [tags.getByRole('button').first(), tags.getByRole('button').nth(1)]
    const [firstTag, secondTag] = [await firstButton.innerText(), await secondButton.innerText()].map(
      (buttonText) => buttonText.split(/\s/)[0] ?? '',
    )
    await firstButton.click()
    await expect(page).toHaveURL(`${server.origin}/video-effects?tag=${firstTag}`)
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox')).toBeFocused()
    await page.keyboard.type('gloden')
    await expect(page).toHaveURL(/q=gloden$/)
    await page.getByRole('button', { name: 'Clear search' }).click()
    await page.getByRole('radio', { name: 'Popular' }).check()
    await expect(page).toHaveURL(`${server.origin}/video-effects?shelf=hot&tag=${firstTag}`)
    await page.goBack()
    await expect(page).toHaveURL(`${server.origin}/video-effects?tag=${firstTag}`)
    await page.reload()
    await expect(tags.getByRole('button', { name: new RegExp(`^${firstTag}\\b`) })).toHaveAttribute('aria-pressed', 'true')
    expect(secondTag).not.toBe(firstTag)
    await page.goBack()
    await expect(page.getByText('999 effects')).toBeVisible()

    await page.getByRole('searchbox').fill('zzzz')
    await expect(page.getByText('No matches found')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page.getByText('999 effects')).toBeVisible()
  },
)

test('axe finds nothing on the galleries in either theme', { tag: '@long' }, async ({ page }) => {
  for (const path of ['/video-effects?tag=night', '/explore', '/video-effects?q=zzzz']) {
    await page.goto(server.origin + path)
    await expect(page.getByRole('main').locator('output')).toHaveText(/\d+ (?:effects|ideas)/)
    expect([path, ...(await axeFaults(page))]).toEqual([path])
  }
})
