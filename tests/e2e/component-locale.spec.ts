import type { SharedServer } from '../fixtures/server/shared-server.ts'
import type { Locator, Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { expect, test } from './support/test.ts'
import { COMPONENT_LOCALES, languageTag, RIGHT_TO_LEFT_LOCALES } from '#shared/domain/component-locales.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { cropStudio } from './support/crop-studio.ts'
import { collectErrors } from './support/page-errors.ts'
import { screenFaults } from './support/screen-faults.ts'
import { untilSettled } from './support/settled.ts'
import { studio } from './support/studio.ts'

const PHOTO_SIZE = { width: 1200, height: 900 }
const LANGUAGE = 'Language'
/** The test shows the dialog in 51 languages and waits until each one is settled. */
const EVERY_LANGUAGE_MS = 300_000
const SIZES = [
  { name: 'narrow', width: 320, height: 568 },
  { name: 'phone', width: 393, height: 852 },
  { name: 'desktop', width: 1440, height: 900 },
]

test.use({ serverOptions: { config: { signMode: 'off' } } })

let server: SharedServer
let photo: Buffer

test.beforeEach(async ({ server: sharedServer }) => {
  server = sharedServer
  photo = await makePhoto(PHOTO_SIZE)
})

function textsOf(locale: string): (key: string) => string {
  const texts = JSON.parse(readFileSync(new URL(`../../public/locales/component/${locale}.json`, import.meta.url), 'utf8')) as Record<
    string,
    string
  >
  return (key) => texts[key] ?? ''
}

/** Opens the settings in another tab, because the page has work in progress. */
async function openSettingsTab(page: Page): Promise<{ readonly tab: Page; readonly languageList: Locator }> {
  const tab = await page.context().newPage()
  await tab.goto(`${server.origin}/ai/setting`)
  const languageList = tab.getByLabel(LANGUAGE, { exact: true })
  await expect(languageList).toBeVisible()
  return { tab, languageList }
}

/** Expects these buttons in this order, from left to right. */
async function expectFromLeft(dialog: Locator, names: readonly string[]): Promise<void> {
  const boxes = await Promise.all(names.map((name) => dialog.getByRole('button', { name, exact: true }).boundingBox()))
  const lefts = boxes.map((box) => box?.x ?? Number.NaN)
  expect(lefts, names.join(' ')).toEqual(lefts.toSorted((a, b) => a - b))
}

/** The distance of the crop box from the picture's left edge, in percent of the picture's width. */
async function readBoxOffset(dialog: Locator): Promise<number> {
  const [stage, box] = [await dialog.getByRole('application').boundingBox(), await dialog.locator('[data-grip="box"]').boundingBox()]
  if (stage === null || box === null) throw new Error('there is no box')
  return ((box.x - stage.x) / stage.width) * 100
}

test(
  'each right-to-left language mirrors the open crop dialog, but not the picture, its box or its keys; no reload, nothing lost',
  { tag: '@long' },
  async ({ page }, info) => {
    const errors = collectErrors(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    const crop = cropStudio(page)
    await crop.openWithPhoto(server.origin, photo)
    await crop.opener.click()
    await expect(crop.box).toBeVisible()
    // Moves the box away from the edge, so that it has room for the later moves.
    for (let press = 0; press < 40; press += 1) await page.keyboard.press('Shift+ArrowLeft')
    for (let press = 0; press < 10; press += 1) await page.keyboard.press('ArrowRight')
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    const dialog = page.locator('dialog[open]')
    const initialBox = {
      style: (await crop.box.getAttribute('style')) ?? '',
      fromLeft: await readBoxOffset(dialog),
      part: await crop.part(),
    }
    const { languageList } = await openSettingsTab(page)
    for (const locale of RIGHT_TO_LEFT_LOCALES) {
      const text = textsOf(locale)
      await languageList.selectOption(locale)
      await page.bringToFront()
      await expect(dialog).toHaveAttribute('dir', 'rtl')
      await expect(dialog).toHaveAttribute('lang', locale)
      await expect(dialog.getByRole('heading', { name: text('crop.title') })).toBeVisible()
      await expectFromLeft(dialog, ['crop.confirm', 'crop.cancel', 'crop.reset'].map(text))
      await expectFromLeft(dialog, ['crop.zoomIn', 'crop.zoomOut'].map(text))
      await expectFromLeft(dialog, ['crop.moveLeft', 'crop.moveUp', 'crop.moveDown', 'crop.moveRight'].map(text))
      await expectFromLeft(dialog, ['crop.rotateLeft', 'crop.rotateRight', 'crop.flip'].map(text))
      const box = dialog.locator('[data-grip="box"]')
      await expect(box).toHaveAttribute('style', initialBox.style)
      const startOffset = await readBoxOffset(dialog)
      expect(startOffset).toBeCloseTo(initialBox.fromLeft, 1)
      await dialog.getByRole('application').focus()
      await page.keyboard.press('ArrowRight')
      await expect.poll(() => readBoxOffset(dialog)).toBeGreaterThan(startOffset)
      await page.keyboard.press('ArrowLeft')
      await expect(box).toHaveAttribute('style', initialBox.style)
      for (const { name, ...size } of SIZES) {
        await page.setViewportSize(size)
        await untilSettled(page)
        expect(await screenFaults(page), `${locale}, ${name}`).toEqual([])
        await page.screenshot({ path: info.outputPath(`crop-${locale}-${name}.png`) })
      }
    }
    await languageList.selectOption('')
    await expect(dialog).toHaveAttribute('lang', 'en')
    expect(await crop.part()).toEqual(initialBox.part)
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
    expect(errors).toEqual([])
  },
)

test('the crop dialog fits every language at 320 px: nothing is cut off', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(EVERY_LANGUAGE_MS)
  await page.setViewportSize({ width: 320, height: 568 })
  const crop = cropStudio(page)
  await crop.openWithPhoto(server.origin, photo)
  await crop.opener.click()
  await expect(crop.box).toBeVisible()
  const { languageList } = await openSettingsTab(page)
  const faults: string[] = []
  await page.bringToFront()
  for (const locale of COMPONENT_LOCALES) {
    await languageList.selectOption(locale)
    await expect(page.locator('dialog[open]')).toHaveAttribute('lang', languageTag(locale))
    await untilSettled(page)
    for (const fault of await screenFaults(page)) faults.push(`${locale}: ${fault}`)
  }
  expect(faults).toEqual([])
})

test(
  'a chosen language loads offline, as do Chinese and English; a form stays filled',
  { tag: ['@offline', '@long'] },
  async ({ page }) => {
    const { promptField } = await openForm(page)
    await promptField.fill('A slow push in over the harbour')
    const { tab, languageList } = await openSettingsTab(page)
    await tab.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await languageList.selectOption('he')
    await expect
      .poll(() => tab.evaluate(async () => (await caches.match('/locales/component/he.json', { ignoreSearch: true })) !== undefined))
      .toBe(true)
    await expect(promptField).toHaveValue('A slow push in over the harbour')
    server.down(true)
    for (const [locale, homeLabel] of (['he', 'zh-CN', 'en'] as const).map((each) => [each, textsOf(each)('error.backHome')] as const)) {
      await languageList.selectOption(locale)
      await page.goto(`${server.origin}/nothing/here`)
      await expect(page.getByRole('link', { name: homeLabel })).toBeVisible()
      await expect(page.locator('main [lang]')).toHaveAttribute('lang', locale)
      await expect(page.locator('main [lang]')).toHaveAttribute('dir', locale === 'he' ? 'rtl' : 'ltr')
    }
    await languageList.selectOption('ja')
    await expect(tab.getByText("so we're showing English for now")).toBeVisible()
    await page.reload()
    await expect(page.getByRole('link', { name: textsOf('en')('error.backHome') })).toBeVisible()
    server.down(false)
  },
)

async function openForm(page: Page) {
  const { open, prompt } = studio(page)
  await open(server.origin)
  return { promptField: prompt }
}

test('crop dialog, hot tags and error page show in the browser’s language without a choice', { tag: '@long' }, async ({ browser }) => {
  for (const [browserLocale, locale] of [
    ['en-GB', 'en'],
    ['de-AT', 'de'],
    ['zh-CN', 'zh-CN'],
    ['hr-HR', 'en'],
  ] as const) {
    const context = await browser.newContext({ locale: browserLocale, serviceWorkers: 'block' })
    const page = await context.newPage()
    const text = textsOf(locale)
    await page.goto(`${server.origin}/nothing/here`)
    await expect(page.getByRole('link', { name: text('error.backHome') })).toBeVisible()
    await expect(page.locator('main [lang]')).toHaveAttribute('lang', locale)
    await page.goto(`${server.origin}/resource`)
    await expect(page.getByRole('heading', { level: 2, name: text('hotTag.title') })).toBeVisible()
    await expect(page.getByRole('navigation', { name: text('hotTag.title') })).toBeVisible()
    const crop = cropStudio(page)
    await crop.openWithPhoto(server.origin, photo)
    await crop.opener.click()
    await expect(page.getByRole('dialog', { name: text('crop.title') })).toHaveAttribute('lang', locale)
    await context.close()
  }
})

test(
  'the list has 51 languages and the default, works by keys, and the kit uses the chosen one',
  { tag: '@long' },
  async ({ page }, info) => {
    await page.goto(`${server.origin}/ai/setting`)
    const languageList = page.getByLabel(LANGUAGE, { exact: true })
    await expect(languageList.getByRole('option')).toHaveCount(52)
    await expect(languageList).toHaveValue('')
    expect((await languageList.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(44)
    await languageList.focus()
    // The list starts a new search if two letters are more than a second apart, so the test may have to type again.
    await expect(async () => {
      await page.keyboard.type('Deutsch')
      await expect(languageList).toHaveValue('de', { timeout: 1500 })
    }).toPass()
    await page.reload()
    await expect(languageList).toHaveValue('de')
    await languageList.scrollIntoViewIfNeeded()
    await page.screenshot({ path: info.outputPath('settings.png') })
    await page.goto(`${server.origin}/home`)
    await page.getByRole('banner').getByRole('button', { name: 'Log in' }).click()
    const closeButton = page.locator('dialog[open]').getByRole('button', { name: 'Schließen' })
    await expect(closeButton).toHaveAttribute('lang', 'de')
  },
)

test('the same screens exist below a locale, with the one canonical address without it, and links stay below the locale', async ({
  page,
}) => {
  await page.goto(`${server.origin}/en/home`)
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /[^n]\/home$/)
  await page.getByRole('banner').getByRole('link', { name: 'Pricing', exact: true }).click()
  await expect(page).toHaveURL(`${server.origin}/en/pricing`)
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /[^n]\/pricing$/)
})
