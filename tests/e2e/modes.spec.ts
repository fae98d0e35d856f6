import type { SharedServer } from '../fixtures/server/shared-server.ts'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { signUp } from './support/account-screens.ts'
import { type BuiltServer, startBuiltServer } from './support/built-server.ts'
import { crash } from './support/crash.ts'
import { collectErrors } from './support/page-errors.ts'
import { playFirstVideo, studio } from './support/studio.ts'

const START_END_PATH = '/tools/start-end-frame'
const TEMPLATES_PATH = '/tools/video-templates'

async function makeNamedPhoto(name: string, width: number, height: number, seed: number) {
  return { name, bytes: await makePhoto({ width, height, seed }) }
}

function form(page: Page) {
  const area = page.getByRole('region', { name: 'New video' })
  return {
    area,
    frame: (name: 'Start frame' | 'End frame') => area.getByRole('group', { name }).getByRole('img', { name: /^Your photo/ }),
    effect: area.getByRole('region', { name: 'Effect' }),
    sketch: area.getByText(/^Sketch · /),
    chooseShort: async () => {
      await area.getByRole('radio', { name: '4 s' }).check()
      await area.getByRole('radio', { name: '480p' }).check()
    },
  }
}

/** Checks the screen with axe in one theme. */
async function expectAccessible(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}

test.describe('made by the product itself', () => {
  let server: BuiltServer

  test.beforeAll(async () => {
    server = await startBuiltServer()
  })

  test.afterAll(async () => {
    await server.dispose()
  })

  test('two frames, dropped at once, matched and swapped, become a video that plays', { tag: ['@moving', '@long'] }, async ({ page }) => {
    const errors = collectErrors(page)
    const { open, drop, prompt, pressGenerate, generateButton } = studio(page)
    const { area, frame, sketch, chooseShort } = form(page)
    await open(server.origin, START_END_PATH)
    await expect(generateButton).toBeDisabled()
    await expect(area.getByText('Choose a start frame first.')).toBeVisible()
    await drop(await makeNamedPhoto('dawn.jpg', 1200, 900, 1), await makeNamedPhoto('dusk.jpg', 900, 1200, 2))
    await expect(frame('Start frame')).toHaveAccessibleName(/dawn/)
    await expect(frame('End frame')).toHaveAccessibleName(/dusk/)
    await area.getByRole('button', { name: 'Crop end frame to match' }).click()
    await expect(frame('End frame')).toHaveJSProperty('naturalHeight', 675)
    await area.getByRole('button', { name: 'Swap frames' }).click()
    await expect(frame('Start frame')).toHaveAccessibleName(/dusk/)
    await expect(frame('End frame')).toHaveAccessibleName(/dawn/)
    await frame('Start frame').scrollIntoViewIfNeeded()
    await expect(sketch).toBeVisible({ timeout: 20_000 })
    await prompt.fill('Thin mist')
    await area.getByRole('button', { name: 'Suggest a prompt' }).click()
    await expect(prompt).not.toHaveValue('Thin mist', { timeout: 20_000 })
    await prompt.press('ControlOrMeta+z')
    await expect(prompt).toHaveValue('Thin mist')
    await chooseShort()
    await pressGenerate()
    const { videoWidth, videoHeight, duration } = await playFirstVideo(page)
    expect([videoWidth, videoHeight]).toEqual([640, 480])
    expect(duration).toBeCloseTo(4, 1)
    expect(errors).toEqual([])
  })

  test('a picture and the effect of an address become a video that plays', { tag: ['@moving', '@long'] }, async ({ page }) => {
    const errors = collectErrors(page)
    const { open, drop, pressGenerate, generateButton } = studio(page)
    const { area, effect, sketch, chooseShort } = form(page)
    await open(server.origin, `${TEMPLATES_PATH}?templateId=golden-hour`)
    await expect(effect.getByText('Golden Hour')).toBeVisible()
    await expect(page).toHaveURL(server.origin + TEMPLATES_PATH)
    await expect(generateButton).toBeDisabled()
    await drop(await makeNamedPhoto('dawn.jpg', 1200, 900, 1))
    await expect(sketch).toBeVisible({ timeout: 20_000 })
    await expect(area.getByRole('slider', { name: /Fidelity/ })).toHaveCount(0)
    await expect(area.getByRole('radio', { name: 'With music' })).toBeChecked()
    await chooseShort()
    await pressGenerate()
    const { videoWidth, videoHeight, duration } = await playFirstVideo(page)
    expect([videoWidth, videoHeight]).toEqual([640, 480])
    expect(duration).toBeCloseTo(4, 1)
    await page.goto(`${server.origin}${TEMPLATES_PATH}?templateId=no-such-effect`)
    await expect(page.getByText('Template id not available')).toBeVisible()
    await expect(effect.getByText('Golden Hour')).toBeVisible()
    expect(errors.filter((error) => !error.includes('/template/detail'))).toEqual([])
  })
})

test.describe('a draft with its pictures survives a reload, a login and a crash of the tab', () => {
  let server: SharedServer

  test.beforeEach(({ server: sharedServer }) => {
    server = sharedServer
  })

  /**
   * Fills the form and loses the page in three ways: a reload, a sign-up, a crash. The form must have its content each time. axe checks
   * both themes.
   */
  async function loseAndFind(
    page: Page,
    path: string,
    fill: () => Promise<void>,
    expectForm: (page: Page) => Promise<void>,
  ): Promise<void> {
    await studio(page).open(server.origin, path)
    await fill()
    await studio(page).prompt.fill('Half-written words')
    await expectForm(page)
    await expectAccessible(page, 'dark')
    await page.evaluate(() => localStorage.setItem('kinora.colorMode', '"light"'))
    await page.reload()
    await expectForm(page)
    await expectAccessible(page, 'light')
    await signUp(page, server.origin, `${path.split('/').at(-1)}@example.com`)
    await studio(page).open(server.origin, path)
    await expectForm(page)
    await crash(page)
    const nextTab = await page.context().newPage()
    await studio(nextTab).open(server.origin, path)
    await expectForm(nextTab)
    await expect(studio(nextTab).prompt).toHaveValue('Half-written words')
    await expect(studio(nextTab).generateButton).toBeEnabled()
  }

  test('with two frames', { tag: '@long' }, async ({ page }) => {
    const fill = async () => studio(page).drop(await makeNamedPhoto('dawn.jpg', 600, 400, 1), await makeNamedPhoto('dusk.jpg', 600, 400, 2))
    await loseAndFind(page, START_END_PATH, fill, async (formPage) => {
      await expect(form(formPage).frame('Start frame')).toHaveAccessibleName(/dawn/)
      await expect(form(formPage).frame('End frame')).toHaveAccessibleName(/dusk/)
      for (const name of ['Start frame', 'End frame'] as const)
        await expect(form(formPage).frame(name)).toHaveJSProperty('naturalWidth', 600)
    })
  })

  test('with an effect', { tag: '@long' }, async ({ page }) => {
    const fill = async () => {
      await studio(page).drop(await makeNamedPhoto('dawn.jpg', 600, 400, 1))
      await form(page).area.getByRole('button', { name: 'Choose an effect' }).click()
      const dialog = page.getByRole('dialog', { name: 'Effects' })
      await dialog.getByRole('searchbox', { name: 'Search' }).fill('norhtern')
      await dialog.getByRole('button', { name: 'Northern Lights' }).click()
    }
    await loseAndFind(page, TEMPLATES_PATH, fill, async (formPage) => {
      await expect(form(formPage).effect.getByText('Northern Lights')).toBeVisible()
      await expect(form(formPage).area.getByRole('img', { name: /dawn/ })).toHaveJSProperty('naturalWidth', 600)
    })
  })

  test('with one picture', { tag: '@long' }, async ({ page }) => {
    const fill = async () => studio(page).drop(await makeNamedPhoto('dawn.jpg', 600, 400, 1))
    await loseAndFind(page, '/tools/image-to-video-generator', fill, async (formPage) => {
      await expect(form(formPage).area.getByRole('img', { name: /dawn/ })).toHaveJSProperty('naturalWidth', 600)
    })
  })
})
