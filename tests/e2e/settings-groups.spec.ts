import type { Page } from '@playwright/test'
import { axeFaults } from './support/axe-faults.ts'
import { readShifts, watchShifts } from './support/layout-shift.ts'
import { logInAs } from './support/log-in-as.ts'
import { untilSettled } from './support/settled.ts'
import { expect, test } from './support/test.ts'

const LARGEST_SHIFT = 0.02
/** The largest distance of a heading from the header, or on a phone from the section links below the header, in px. */
const MAX_BELOW_PX = 40
const SIZES = { phone: { width: 393, height: 852 }, desktop: { width: 1440, height: 900 } } as const
const FAR_PX = 20_000

test.use({ serverOptions: { config: { signMode: 'off' } } })

const links = (page: Page) => page.getByRole('navigation', { name: 'Settings sections' })

/** Expects that the heading has the focus and is in view, and that the link of its group is marked. */
async function expectShown(page: Page, title: string, group = title): Promise<void> {
  const heading = page.getByRole('heading', { name: title, exact: true })
  await expect(heading).toBeFocused()
  await expect(links(page).locator('[aria-current=true]')).toHaveText(group)
  await expect(links(page).getByRole('link', { name: group })).toBeInViewport({ ratio: 1 })
  await expect(heading).toBeInViewport({ ratio: 1 })
}

/** The distance of the heading from the header, or on a phone from the section links, in px. */
async function readDistanceBelow(page: Page, title: string, size: keyof typeof SIZES): Promise<number> {
  const top = await page.getByRole('heading', { name: title, exact: true }).evaluate((heading) => heading.getBoundingClientRect().top)
  const coverElement = size === 'phone' ? links(page) : page.getByRole('banner')
  return top - (await coverElement.evaluate((element) => element.getBoundingClientRect().bottom))
}

for (const size of ['phone', 'desktop'] as const)
  test(`on a ${size} the links lead to the groups of the settings, and an address to its section`, async ({ page, context, server }) => {
    await page.setViewportSize(SIZES[size])
    await watchShifts(context)
    await logInAs(context, server, `${size}@example.com`)

    await page.goto(`${server.origin}/ai/setting#notifications`)
    await untilSettled(page)
    await expectShown(page, 'Notifications')
    expect((await readShifts(page)).sum).toBeLessThan(LARGEST_SHIFT)
    await page.goto(`${server.origin}/home`)
    await page.goto(`${server.origin}/ai/setting#second-factor`)
    await untilSettled(page)
    await expectShown(page, 'Authenticator app', 'Account and security')
    for (const [id, name] of [
      ['device', 'This device'],
      ['notifications', 'Notifications'],
    ] as const) {
      await links(page).getByRole('link', { name }).click()
      await expect(page).toHaveURL(`${server.origin}/ai/setting#${id}`)
      await expectShown(page, name)
      const distancePx = await readDistanceBelow(page, name, size)
      expect(distancePx).toBeGreaterThanOrEqual(0)
      expect(distancePx).toBeLessThan(MAX_BELOW_PX)
    }
    await page.goBack()
    await expectShown(page, 'This device')
    await page.goForward()
    await expectShown(page, 'Notifications')

    await page.mouse.move(SIZES[size].width / 2, SIZES[size].height / 2)
    await page.mouse.wheel(0, FAR_PX)
    await expect(links(page).locator('[aria-current=true]')).toHaveText('Help')
    await page.mouse.wheel(0, -FAR_PX)
    await expect(links(page).locator('[aria-current=true]')).toHaveText('Plan and payments')
    await links(page).getByRole('link', { name: 'Privacy' }).focus()
    await page.keyboard.press('Enter')
    await expectShown(page, 'Privacy')
    expect(await axeFaults(page)).toEqual([])
  })
