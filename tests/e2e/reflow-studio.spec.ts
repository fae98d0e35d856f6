import type { Page } from '@playwright/test'
import { EngineFailure } from '#server/motion/engine.ts'
import { LONGEST_PROMPT, UNBROKEN_NAME } from '../fixtures/long-words.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { toneFile } from '../fixtures/tone-file.ts'
import { createDemandingPerson } from './support/demanding-person.ts'
import { controls, openGroup } from './support/every-control.ts'
import { logInAs } from './support/log-in-as.ts'
import { readingWalk } from './support/reading-walk.ts'
import { studio, untilNextPressCounts } from './support/studio.ts'
import { expect, test } from './support/test.ts'

const TIME_LIMIT_MS = 900_000
const MAKE_WAIT_MS = 60_000
const PANELS = ['Camera', 'Light', 'Brush', 'Format', 'More'] as const
const LONG_FILE_NAME = `${UNBROKEN_NAME}.jpg`

test.use({ serverOptions: { config: { signMode: 'off' } } })
test.beforeEach(() => test.setTimeout(TIME_LIMIT_MS))

const editor = (page: Page) => page.getByRole('dialog', { name: 'Edit video' })

async function openEditor(page: Page, origin: string, creation: string): Promise<void> {
  await page.goto(`${origin}/tools/image-to-video-generator/${creation}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(editor(page).getByRole('button', { name: 'Create video' })).toBeEnabled({ timeout: MAKE_WAIT_MS })
}

test('each state of the editor with the longest names is usable in each window', { tag: '@long' }, async ({ page, server }) => {
  const { check, expectReadable } = await readingWalk(page)
  const [creation = ''] = await createDemandingPerson(page, server)
  const press = (name: string) => editor(page).getByRole('button', { name, exact: true }).click()
  const choose = (name: string) => editor(page).getByRole('radio', { name, exact: true }).check()
  const untilResultShows = () =>
    expect(editor(page).getByRole('button', { name: 'Download', exact: true })).toBeVisible({ timeout: MAKE_WAIT_MS })

  await openEditor(page, server.origin, creation)
  await check('editor')
  await press('Add video')
  await expect(editor(page).getByRole('listitem').first()).toBeVisible()
  await check('editor with videos to add')
  for (const name of [UNBROKEN_NAME, LONGEST_PROMPT.slice(0, 80)]) {
    const countBefore = await editor(page)
      .getByRole('button', { name: /^Remove / })
      .count()
    await editor(page).getByRole('button', { name }).last().click()
    await expect(editor(page).getByRole('button', { name: /^Remove / })).toHaveCount(countBefore + 1, { timeout: MAKE_WAIT_MS })
  }
  await press('Add video')
  await choose('Your music')
  const music = Buffer.from(await toneFile(440, 1).arrayBuffer())
  const musicFile = { name: `${UNBROKEN_NAME}.wav`, mimeType: 'audio/wav', buffer: music }
  await editor(page).locator('input[type=file]').setInputFiles(musicFile)
  await choose('9:16')
  await check('editor with joined videos and music')
  await press('Create video')
  await untilResultShows()
  await check('made video')
  await press('Edit again')
  await choose('PNG image')
  await press('Save frame')
  await untilResultShows()
  await check('made still')
  await press('Edit again')
  await check('editor with results')
  await editor(page)
    .getByRole('button', { name: /^Delete / })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: /^Delete / })).toBeVisible()
  await check('delete a result?')
  expectReadable()
})

test('each form with the longest names and words is usable in each window', { tag: '@long' }, async ({ page, server }) => {
  const { check, expectReadable } = await readingWalk(page)
  const { open, drop, prompt, generateButton } = studio(page)
  const portrait = await makePhoto({ width: 400, height: 600 })
  await logInAs(page.context(), server, 'ann@example.org')

  await open(server.origin)
  await check('empty form')
  await drop({ name: LONG_FILE_NAME, bytes: portrait })
  await prompt.fill(LONGEST_PROMPT)
  await expect(page.getByText(/^Sketch · /)).toBeVisible()
  await check('form with a portrait photo')
  for (const panel of PANELS) {
    await openGroup(page, panel)
    if (panel === 'Camera') await controls(page).getByRole('button', { name: 'Set focus point' }).click()
    await check(`controls: ${panel}`)
  }
  await openGroup(page, 'More')
  await page.getByRole('button', { name: 'Show more' }).click()
  await check('more words')
  await drop({ name: `${UNBROKEN_NAME}.txt`, bytes: Buffer.from('no picture'), type: 'text/plain' })
  await expect(page.getByRole('alert').filter({ hasText: UNBROKEN_NAME })).toBeVisible()
  await check('refused file')
  await page.getByRole('button', { name: 'Crop', exact: true }).click()
  await expect(page.locator('dialog:modal')).toBeVisible()
  await check('crop of a portrait')
  await page.keyboard.press('Escape')

  await open(server.origin, '/tools/start-end-frame')
  await drop({ name: LONG_FILE_NAME, bytes: await makePhoto({ width: 1500, height: 500 }) }, { name: LONG_FILE_NAME, bytes: portrait })
  await prompt.fill(LONGEST_PROMPT)
  await expect(generateButton).toBeEnabled({ timeout: MAKE_WAIT_MS })
  await check('two frames, one of them cut')
  await open(server.origin, '/tools/video-templates')
  await page.getByRole('button', { name: 'Choose an effect' }).click()
  await page.getByRole('dialog', { name: 'Effects' }).getByRole('button', { name: 'Northern Lights' }).click()
  await drop({ name: LONG_FILE_NAME, bytes: portrait })
  await expect(generateButton).toBeEnabled({ timeout: MAKE_WAIT_MS })
  await check('form with an effect')
  expectReadable()
})

test(
  'waiting, running, failed and finished work with the longest words is usable in each window',
  { tag: ['@long', '@offline'] },
  async ({ page, context, server }) => {
    const { check, expectReadable } = await readingWalk(page)
    const engine = server.holdVideos()
    server.config.welcomePointsVisitor = 900
    const { open, drop, prompt, pressGenerate } = studio(page)
    const commit = async (text: string) => {
      await prompt.fill(text)
      await untilNextPressCounts(page)
      await pressGenerate()
    }
    await logInAs(context, server, 'ann@example.org')
    await open(server.origin)
    await drop({ name: LONG_FILE_NAME, bytes: await makePhoto({ width: 400, height: 600 }) })
    for (const text of [LONGEST_PROMPT, UNBROKEN_NAME, 'Pan left']) await commit(text)
    await engine.untilPaused(1)
    engine.release(new EngineFailure(`There is no light in ${UNBROKEN_NAME}.`))
    await expect(page.getByText(/There is no light in/).first()).toBeVisible({ timeout: MAKE_WAIT_MS })
    await engine.untilPaused(1)
    engine.release()
    await engine.untilPaused(1)
    await check('form with a failed, a finished and a running video')
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await context.setOffline(true)
    await commit(LONGEST_PROMPT)
    await check('form offline')
    await page
      .getByRole('banner')
      .getByRole('button', { name: /Show (?:it|them)$/ })
      .click()
    const sheet = page.getByRole('dialog', { name: 'Video progress' })
    await expect(sheet.getByRole('listitem').first()).toBeVisible()
    await check('work')
    await sheet.getByRole('button', { name: 'Edit' }).first().click()
    await expect(sheet.getByRole('textbox')).toBeVisible()
    await check('change of a video that waits')
    await page.keyboard.press('Escape')
    await context.setOffline(false)
    await page.goto(`${server.origin}/ai/creation`)
    await expect(page.getByRole('article').first()).toBeVisible()
    await check('history with running and failed videos')
    expectReadable()
  },
)

test(
  'a history without videos, notices and an offline video are usable in each window',
  { tag: ['@long', '@offline'] },
  async ({ page, context, server }) => {
    const { check, expectReadable } = await readingWalk(page)
    await logInAs(context, server, 'ann@example.org')
    await page.goto(`${server.origin}/ai/creation`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await check('empty history')
    await context.clearCookies()
    const [creation = ''] = await createDemandingPerson(page, server)
    await page.goto(`${server.origin}/tools/image-to-video-generator/${creation}`)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await page.getByRole('switch', { name: 'Store offline' }).check()
    await expect(page.getByText(/on this device since/)).toBeVisible()
    await check('viewer of a video on this device')
    await page.goto(`${server.origin}/ai/setting`)
    await expect(page.getByRole('region', { name: 'Plan', exact: true })).toBeVisible()
    await check('settings with a video on this device')
    expectReadable()
  },
)
