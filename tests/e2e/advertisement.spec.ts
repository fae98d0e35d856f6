import type { SharedServer } from '../fixtures/server/shared-server.ts'
import type { Page } from '@playwright/test'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './support/test.ts'
import { AD_AUTOPLAY_MS, AD_SAMPLES } from '#shared/domain/advertisement-rules.ts'
import { manyTemplates } from '../fixtures/many-templates.ts'
import { collectErrors } from './support/page-errors.ts'

const POPULAR_LIST = '**/template/popular*'

let server: SharedServer
test.beforeEach(async ({ server: sharedServer }) => {
  server = sharedServer
  server.intercept(await manyTemplates(12))
})

function reel(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Each video started as a photo' })
  const dots = dialog.getByRole('listitem').getByRole('button')
  return {
    dialog,
    dots,
    opener: page.getByRole('button', { name: 'Watch samples' }),
    button: (name: string) => dialog.getByRole('button', { name, exact: true }),
    /** The number of the shown sample, from 1. */
    readPosition: () => dots.evaluateAll((buttons) => buttons.findIndex((button) => button.getAttribute('aria-current') === 'true') + 1),
    readPaused: () => dialog.locator('video').evaluateAll((videos) => videos.map((video) => (video as HTMLVideoElement).paused)),
    homeLink: dialog.getByRole('link', { name: 'Make your own' }),
  }
}

async function open(page: Page) {
  const reelParts = reel(page)
  await page.goto(server.origin)
  await reelParts.opener.click()
  await expect(reelParts.dots).toHaveCount(AD_SAMPLES)
  await page.mouse.move(700, 300)
  return reelParts
}

test(
  'the reel opens from the landing, plays by itself, pauses on request, and leads home',
  { tag: ['@moving', '@long'] },
  async ({ page }) => {
    const errors = collectErrors(page)
    await page.clock.install()
    const { dialog, dots, opener, button, readPosition, readPaused, homeLink } = await open(page)
    await expect(dialog.getByRole('listitem', { name: `1 of ${AD_SAMPLES}: ` })).toHaveCount(1)
    await expect.poll(readPaused).toEqual([false])
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 3000)
    await page.keyboard.press('ArrowRight')
    const firstPosition = await readPosition()
    await page.clock.runFor(AD_AUTOPLAY_MS - 100)
    expect(await readPosition()).toBe(firstPosition)
    await page.clock.runFor(200)
    await expect.poll(readPosition).toBe(firstPosition + 1)

    await button('Next sample video').hover()
    await page.clock.runFor(2 * AD_AUTOPLAY_MS)
    expect(await readPosition()).toBe(firstPosition + 1)
    await button('Pause sample videos').click()
    await page.mouse.move(700, 300)
    await page.clock.runFor(2 * AD_AUTOPLAY_MS)
    expect([await readPosition(), await readPaused()]).toEqual([firstPosition + 1, [true]])

    await dots.first().click()
    expect(await readPosition()).toBe(1)
    await page.keyboard.press('ArrowLeft')
    expect(await readPosition()).toBe(AD_SAMPLES)
    await button('Next sample video').click()
    expect(await readPosition()).toBe(1)
    await dots.nth(4).click()
    expect(await readPosition()).toBe(5)
    await expect(dialog.locator('video')).toHaveCount(1)
    await page.clock.resume()
    expect((await new AxeBuilder({ page }).include('dialog').analyze()).violations).toEqual([])

    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()

    await opener.click()
    await homeLink.click()
    await expect(page).toHaveURL(/\/home$/)
    await expect(dialog).toBeHidden()
    expect(errors).toEqual([])
  },
)

test('the reel closes with its screen, and a sample can be used from it', { tag: '@long' }, async ({ page }) => {
  await page.goto(`${server.origin}/home`)
  const { dialog, opener, button } = reel(page)
  await page.goto(server.origin)
  await opener.click()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/home$/)
  await expect(dialog).toBeHidden()
  await page.goForward()
  await expect(opener).toBeVisible()
  await expect(dialog).toBeHidden()
  await opener.click()
  await button('Use this effect').click()
  // The address names the effect only until the form has applied it.
  await expect(page).toHaveURL(/\/tools\/video-templates(?:\?templateId=[\w-]+)?$/)
  await expect(page.getByRole('region', { name: 'Effect', exact: true }).getByRole('button', { name: 'Change effect' })).toBeVisible()
  await expect(dialog).toBeHidden()
})

test(
  'with reduced motion the reel is static, moves by a swipe, and shows a message when it fails to load',
  { tag: '@long' },
  async ({ browser }) => {
    const context = await browser.newContext({
      viewport: { width: 393, height: 852 },
      hasTouch: true,
      isMobile: true,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await page.route(POPULAR_LIST, (route) =>
      route.fulfill({ status: 500, json: { statusCode: 'H5000', statusMessage: 'down', requestId: 'r' } }),
    )
    const { dialog, dots, opener, button, readPosition, readPaused } = reel(page)
    await page.goto(server.origin)
    await opener.click()
    await expect(dialog.getByRole('alert')).toContainText("We couldn't load the sample videos")
    await expect(dialog.getByRole('link', { name: 'Make your own' })).toBeVisible()
    await page.unroute(POPULAR_LIST)
    await button('Try again').click()
    await expect(dots).toHaveCount(AD_SAMPLES)
    await expect(button('Play sample videos')).toBeVisible()
    expect(await readPaused()).toEqual([true])
    const box = await dialog.getByRole('listitem', { name: '1 of' }).boundingBox()
    const y = (box?.y ?? 0) + (box?.height ?? 0) / 2
    const session = await context.newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...xs: number[]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: xs.map((x) => ({ x, y })) })
    await touch('touchStart', 320)
    for (const x of [300, 240, 180, 120, 60]) await touch('touchMove', x)
    await touch('touchEnd')
    await expect.poll(readPosition).toBe(2)
    await button('Play sample videos').click()
    await expect.poll(readPaused).toEqual([false])
    const cutPx = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)
    expect(cutPx).toBe(0)
    await context.close()
  },
)
