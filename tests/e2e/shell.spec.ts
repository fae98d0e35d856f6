import type { SharedServer } from '../fixtures/server/shared-server.ts'
import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { readShifts, watchShifts } from './support/layout-shift.ts'
import { collectErrors } from './support/page-errors.ts'
import { untilSettled } from './support/settled.ts'
import { studio } from './support/studio.ts'

const PHONE = { width: 393, height: 852 }

let server: SharedServer
test.beforeEach(({ server: sharedServer }) => {
  server = sharedServer
})

/** The header's three popovers. */
function popovers(page: Page) {
  const header = page.getByRole('banner')
  const panel = (name: string) => header.getByRole('region', { name, exact: true })
  return {
    header,
    create: { trigger: header.getByRole('button', { name: 'Create', exact: true }), panel: panel('Create') },
    effects: { trigger: header.getByRole('button', { name: 'Effects', exact: true }), panel: panel('Effects') },
    menu: { trigger: header.getByRole('button', { name: 'Menu', exact: true }), panel: panel('Menu') },
  }
}

test(
  'three popovers, at most one of them open, close on a press beside them and stay through a viewer',
  { tag: '@long' },
  async ({ page }) => {
    const errors = collectErrors(page)
    const { create, effects, menu } = popovers(page)
    await page.goto(`${server.origin}/home`)

    await test.step('opening one closes the others', async () => {
      await create.trigger.click()
      await expect(create.panel.getByRole('link')).toHaveCount(3)
      await effects.trigger.click()
      await expect(effects.panel.getByRole('button')).toHaveCount(4)
      await expect(create.panel).toBeHidden()
      await menu.trigger.click()
      await expect(menu.panel.getByRole('button', { name: 'Log in' })).toBeVisible()
      await expect(effects.panel).toBeHidden()
      await create.trigger.press('Enter')
      await expect(menu.panel).toBeHidden()
      await expect(create.panel).toBeVisible()
    })

    await test.step('Tab walks in, Escape closes and returns the focus, and the arrow key focuses the first item', async () => {
      await page.keyboard.press('Tab')
      await expect(create.panel.getByRole('link', { name: /^Image to video/ })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(create.panel).toBeHidden()
      await expect(create.trigger).toBeFocused()
      await menu.trigger.press('ArrowDown')
      await expect(menu.panel.getByRole('button', { name: 'Log in' })).toBeFocused()
    })

    await test.step('a press beside them closes', async () => {
      await page.getByRole('heading', { level: 1 }).click()
      await expect(menu.panel).toBeHidden()
    })

    await test.step('a viewer over the screen is the same route, and a press in it closes nothing', async () => {
      await effects.trigger.click()
      await expect(effects.panel.getByRole('button')).toHaveCount(4)
      await page.evaluate(() => {
        const background = location.pathname
        history.pushState({ viewer: { background } }, '', '/video-effects/golden-hour')
      })
      const viewer = page.getByRole('dialog')
      await expect(viewer).toBeVisible()
      await viewer.getByRole('button', { name: 'Close' }).first().click()
      await expect(viewer).toBeHidden()
      await expect(effects.panel).toBeVisible()
    })

    await test.step('another route closes', async () => {
      await page.evaluate(() => history.pushState(null, '', '/explore'))
      await expect(page).toHaveTitle(/Explore/)
      await expect(effects.panel).toBeHidden()
    })

    await test.step('a poster opens its effect over the screen', async () => {
      await effects.trigger.click()
      await effects.panel.getByRole('button').first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expect(effects.panel).toBeHidden()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(effects.trigger).toBeFocused()
    })
    expect(errors).toEqual([])
  },
)

test('a press in a toast leaves a popover open', { tag: '@long' }, async ({ page }) => {
  const { menu } = popovers(page)
  const { open, drop, pressGenerate } = studio(page)
  await open(server.origin)
  await drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 640, height: 480 }) })
  await pressGenerate()
  await menu.trigger.click()
  await expect(menu.panel.getByRole('heading', { name: 'Notifications' })).toBeVisible()
  await page.getByText('Task committed').first().click()
  await expect(menu.panel).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(menu.panel).toBeHidden()
})

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, isMobile: true, hasTouch: true })

  test('the bottom bar marks the present screen and covers no last button, and the menu has the rest of the header', async ({ page }) => {
    const bar = page.getByRole('navigation', { name: 'Bottom navigation' })
    for (const [path, name] of [
      ['/home', 'Home'],
      ['/tools/start-end-frame', 'Create'],
      ['/video-effects/golden-hour', 'Effects'],
      ['/ai/creation', 'Videos'],
    ] as const) {
      await page.goto(server.origin + path)
      await expect(bar.locator('[aria-current]')).toHaveCount(1)
      await expect(bar.locator('[aria-current]')).toHaveAccessibleName(name)
    }
    await page.goto(`${server.origin}/ai/setting`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(bar.locator('[aria-current]')).toHaveCount(0)

    await page.goto(`${server.origin}/pricing`)
    await expect(page.getByRole('button', { name: 'Start free trial' })).toBeVisible()
    const lastLink = page.getByRole('contentinfo').getByRole('link').last()
    await lastLink.focus()
    const barTop = (await bar.boundingBox())?.y ?? 0
    await expect
      .poll(async () => {
        await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight }))
        const box = await lastLink.boundingBox()
        return box === null ? Infinity : box.y + box.height
      })
      .toBeLessThanOrEqual(barTop)

    const { header, menu } = popovers(page)
    await expect(header.getByRole('button', { name: 'Log in' })).toBeHidden()
    await menu.trigger.click()
    await menu.panel.getByRole('button', { name: 'Light theme' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await menu.panel.getByRole('link', { name: 'Settings' }).click()
    await expect(page).toHaveURL(/\/ai\/setting$/)
    await expect(menu.panel).toBeHidden()
  })

  test('offline and without the server the header shows it, and nothing shifts', async ({ page, context }) => {
    await watchShifts(context)
    const { header } = popovers(page)
    await page.goto(`${server.origin}/tools/image-to-video-generator`)
    await expect(header.getByRole('button', { name: '100 points available. Show details' })).toBeVisible()
    await untilSettled(page)
    const { movedElements: movedBefore } = await readShifts(page)
    await context.setOffline(true)
    const offlineChip = header.getByRole('button', { name: /^Offline/ })
    await expect(offlineChip).toBeVisible()
    await offlineChip.click()
    await expect(page.getByRole('region', { name: 'Offline' }).getByText(/You can keep working/)).toBeVisible()
    await page.keyboard.press('Escape')
    await context.setOffline(false)
    await expect(offlineChip).toBeHidden()
    expect((await readShifts(page)).movedElements.slice(movedBefore.length)).toEqual([])
    const pointsButton = header.getByRole('button', { name: /points available/ })
    await pointsButton.click()
    await expect(page.getByRole('dialog', { name: 'Your points' })).toBeVisible()
    await page.keyboard.press('Escape')
    server.down(true)
    await pointsButton.click()
    await expect(header.getByRole('button', { name: /^No connection/ })).toBeVisible()
    server.down(false)
  })
})
