import type { Page } from '@playwright/test'
import { UNBROKEN_NAME, LONGEST_PROMPT } from '../fixtures/long-words.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { userMenu } from './support/account-screens.ts'
import { createDemandingPerson } from './support/demanding-person.ts'
import { DESKTOP, NARROW } from './support/reading.ts'
import { readingWalk } from './support/reading-walk.ts'
import { studio } from './support/studio.ts'
import { expect, test } from './support/test.ts'

const MAKE_WAIT_MS = 60_000

test.use({ serverOptions: { config: { signMode: 'off' } } })

/** Opens the editor of the newest video, and makes a still picture in it. */
async function makeStill(page: Page): Promise<void> {
  const editor = page.getByRole('dialog', { name: 'Edit video' })
  await page.getByRole('dialog').getByRole('button', { name: 'Edit', exact: true }).click()
  await editor.getByRole('radio', { name: 'PNG image' }).check()
  await editor.getByRole('button', { name: 'Save frame' }).click()
  await expect(editor.getByRole('button', { name: 'Download', exact: true })).toBeVisible({ timeout: MAKE_WAIT_MS })
  await editor.getByRole('button', { name: 'Edit again' }).click()
  await expect(editor.getByRole('button', { name: /^View / })).toBeVisible()
}

test('with the longest names each control of the studio, the history, the viewer and the editor can be reached', async ({
  page,
  server,
}) => {
  const { check, expectReadable } = await readingWalk(page, [NARROW, DESKTOP])
  const [creation = ''] = await createDemandingPerson(page, server)

  await page.goto(`${server.origin}/ai/creation`)
  await expect(page.getByRole('article').first()).toBeVisible()
  await check('history')
  await userMenu(page).click()
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
  await check('account menu')

  await page.goto(`${server.origin}/tools/image-to-video-generator/${creation}`)
  await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible()
  await check('viewer')
  await makeStill(page)
  await check('editor with a result')

  const { open, drop, prompt } = studio(page)
  await open(server.origin)
  await drop({ name: `${UNBROKEN_NAME}.jpg`, bytes: await makePhoto({ width: 400, height: 600 }) })
  await prompt.fill(LONGEST_PROMPT)
  await expect(page.getByText(/^Sketch · /)).toBeVisible()
  await check('studio')

  expectReadable()
})

test('the check finds an editor column as wide as its longest name', async ({ page, server }) => {
  const { read } = await readingWalk(page)
  const [creation = ''] = await createDemandingPerson(page, server)
  await page.goto(`${server.origin}/tools/image-to-video-generator/${creation}`)
  await makeStill(page)
  await page.locator('fieldset :is(div, section, ul)').evaluateAll((grids) => {
    for (const grid of grids) (grid as HTMLElement).style.gridTemplateColumns = 'none'
  })
  const faults = await read('editor', [NARROW, DESKTOP])
  for (const { label } of [NARROW, DESKTOP])
    for (const name of ['View', 'Delete'])
      expect(faults).toContainEqual(expect.stringMatching(new RegExp(`^editor, ${label}: cut off sideways .*: button.* "${name} `)))
})
