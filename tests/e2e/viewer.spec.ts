import type { SharedServer } from '../fixtures/server/shared-server.ts'
import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { untilTilesRest } from './support/tiles-rest.ts'
import type { Creation } from '#shared/api/generation.ts'
import { creationPath } from '#shared/domain/detail-path.ts'
import { creation } from '../fixtures/page/builders.ts'

const STEP_COUNT = 40
const CREATION_COUNT = 70

let server: SharedServer

test.beforeEach(({ server: sharedServer }) => {
  server = sharedServer
})

function viewer(page: Page) {
  const dialog = page.locator('dialog[open]')
  return {
    dialog,
    expectPosition: (text: string | RegExp) => expect(dialog.locator('output', { hasText: text })).toHaveCount(1),
    title: dialog.getByRole('heading', { level: 2 }),
    next: dialog.getByRole('button', { name: 'Next', exact: true }),
    close: dialog.getByRole('button', { name: 'Close', exact: true }),
    tiles: page.locator('[data-viewer-item]'),
  }
}

/** Creations that all show this picture, the newest first. */
function makeHistory(picture: string): readonly Creation[] {
  return Array.from({ length: CREATION_COUNT }, (_, index) => ({
    ...creation(uuid(index), 1_700_000_000_000 - index * 60_000, uuid(1000 + index)),
    templateName: `Take ${index}`,
    previewImageUrl: picture,
    videoUrl: `/media/none-${index}.mp4`,
    srcImage: [picture],
    width: 1280,
    height: 720,
  }))
}

function uuid(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
}

async function answerHistory(page: Page, history: readonly Creation[]): Promise<void> {
  const makeReply = (data: unknown) => ({ json: { statusCode: 200, data } })
  await page.route('**/ai/i2v/history?*', (route) => {
    const { searchParams } = new URL(route.request().url())
    const [curPage, pageSize] = [Number(searchParams.get('curPage')), Number(searchParams.get('pageSize'))]
    return route.fulfill(makeReply({ data: history.slice((curPage - 1) * pageSize, curPage * pageSize), totalSize: history.length }))
  })
  await page.route('**/ai/i2v/query?*', (route) => {
    const taskId = new URL(route.request().url()).searchParams.get('taskId')
    const matchingCreation = history.find(({ id }) => id === taskId)
    return matchingCreation === undefined ? route.continue() : route.fulfill(makeReply(matchingCreation))
  })
  await page.route('**/media/none-*', (route) => route.abort())
}

async function readGalleryPicture(page: Page): Promise<string> {
  await page.goto(`${server.origin}/video-effects`)
  return (await viewer(page).tiles.first().locator('img').first().getAttribute('src')) ?? ''
}

test(
  'forty next steps through a paged history show forty-one creations, each once, in one entry of the browser',
  { tag: '@long' },
  async ({ page }) => {
    const { title, next, expectPosition, dialog } = viewer(page)
    await answerHistory(page, makeHistory(await readGalleryPicture(page)))
    await page.goto(`${server.origin}/ai/creation`)
    await page.getByRole('article').first().getByRole('button').first().click()
    await expect(title).toHaveText('Take 0')
    const entries = await page.evaluate(() => history.length)
    for (let step = 1; step <= STEP_COUNT; step += 1) {
      await next.click()
      await expect(title).toHaveText(`Take ${step}`)
    }
    await expectPosition(new RegExp(`^${STEP_COUNT + 1} of `))
    expect(new URL(page.url()).pathname).toBe(creationPath({ id: uuid(STEP_COUNT), bizType: 'CUSTOM', batchId: uuid(1000 + STEP_COUNT) }))
    expect(await page.evaluate(() => history.length)).toBe(entries)
    await page.reload()
    await expect(title).toHaveText(`Take ${STEP_COUNT}`)
    await expectPosition(new RegExp(`^${STEP_COUNT + 1} of `))
    await page.keyboard.press('ArrowRight')
    await expect(title).toHaveText(`Take ${STEP_COUNT + 1}`)
    await page.goBack()
    await expect(dialog).toBeHidden()
    expect(new URL(page.url()).pathname).toBe('/ai/creation')
  },
)

test('Back, the cross and Escape close it; address, scroll and focus are as before, and Forward opens it again', async ({ page }) => {
  const { tiles, dialog, close, title } = viewer(page)
  await page.goto(`${server.origin}/video-effects?tag=light`)
  await page.goto(`${server.origin}/video-effects`)
  await expect(tiles.first()).toBeVisible()
  await untilTilesRest(page)
  await page.mouse.wheel(0, 700)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300)
  await untilTilesRest(page)
  const isFullyVisible = async (index: number) => {
    const box = await tiles.nth(index).boundingBox()
    return box !== null && box.y > 100 && box.y + box.height < 800
  }
  const fullyVisible = await Promise.all((await tiles.all()).map((_, index) => isFullyVisible(index)))
  const index = fullyVisible.indexOf(true)
  const key = await tiles.nth(index).getAttribute('data-viewer-item')
  const nextKey = await tiles.nth(index + 1).getAttribute('data-viewer-item')
  const positionBefore = await page.evaluate(() => ({ address: location.href, top: scrollY }))
  const readPosition = () => page.evaluate(() => ({ address: location.href, top: scrollY }))
  const readFocusedKey = () => page.evaluate(() => document.activeElement?.getAttribute('data-viewer-item'))

  await page.locator(`[data-viewer-item="${key}"]`).click()
  await expect(dialog).toBeVisible()
  const name = await title.textContent()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect.poll(async () => [await readPosition(), await readFocusedKey()]).toEqual([positionBefore, key])

  await page.goForward()
  await expect(title).toHaveText(name ?? '')
  await page.keyboard.press('ArrowRight')
  await expect(title).not.toHaveText(name ?? '')
  await close.click()
  await expect(dialog).toBeHidden()
  await expect.poll(async () => [await readPosition(), await readFocusedKey()]).toEqual([positionBefore, nextKey])

  await page.locator(`[data-viewer-item="${key}"]`).click()
  await expect(title).toHaveText(name ?? '')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect.poll(async () => [await readPosition(), await readFocusedKey()]).toEqual([positionBefore, key])
})

test('each address of a detail opens cold, survives a reload, and closing leads one level up', { tag: '@long' }, async ({ page }) => {
  const { dialog, title, close, next } = viewer(page)
  const [firstCreation] = makeHistory(await readGalleryPicture(page))
  if (firstCreation === undefined) throw new Error('no creation')
  await answerHistory(page, [firstCreation])
  const details = [
    ['/video-effects/golden-hour-video-effect', 'Golden Hour', '/video-effects'],
    ['/en/video-effects/golden-hour', 'Golden Hour', '/en/video-effects'],
    ['/tools/video-templates/golden-hour', 'Golden Hour', '/tools/video-templates'],
    ['/explore/any/number/golden-hour', 'Golden Hour', '/explore'],
    [creationPath(firstCreation), 'Take 0', '/tools/image-to-video-generator'],
    [`/tools/start-end-frame/${firstCreation.id}`, 'Take 0', '/tools/start-end-frame'],
    [`/video-detail/${firstCreation.id}`, 'Take 0', '/tools/image-to-video-generator'],
    ['/video-detail/golden-hour', 'Golden Hour', '/video-effects'],
  ] as const
  for (const [path, name, parentPath] of details) {
    await page.goto(server.origin + path)
    await expect(title, path).toHaveText(name)
    await expect(dialog, path).toBeFocused()
    await expect(dialog, path).toHaveCSS('outline-style', 'none')
    if (path.startsWith('/video-detail')) await expect(page).toHaveURL(/\?source=pc_cfeed$/)
    if (path.startsWith('/explore')) {
      await next.click()
      await expect(title, path).not.toHaveText(name)
      const nextTitle = await title.textContent()
      await page.reload()
      await expect(title, path).toHaveText(nextTitle ?? '')
    }
    await close.click()
    await expect(dialog, path).toBeHidden()
    await expect(page, path).toHaveURL(server.origin + parentPath)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
  }
  for (const path of [`/video-effects/${uuid(9999)}`, '/explore/nothing-here', '/video-detail/nothing-here']) {
    await page.goto(server.origin + path)
    await expect(dialog.getByText('Resource not found'), path).toBeVisible()
  }
  await dialog.getByRole('link', { name: 'Explore' }).click()
  await expect(page).toHaveURL(`${server.origin}/explore`)
})
