import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import path from 'node:path'
import { type OtherBuild, makeOtherBuild } from '../fixtures/make-other-build.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { watchedWorker } from '../fixtures/watched-worker.ts'
import { expectLoggedIn, expectLoggedOut, logIn, signUpInDialog } from './support/account-screens.ts'
import { afterActivation } from './support/after-activation.ts'
import { readDraftRows } from './support/draft-rows.ts'
import { EVERY_CONTROL, setEveryControl, stage, PROMPT_OF_EVERY_CONTROL } from './support/every-control.ts'
import { repeatWakeMessage } from './support/network-back.ts'
import { sentBatches, storedPictures } from './support/sent-batches.ts'
import { studio } from './support/studio.ts'

test.use({ serviceWorkers: 'allow', viewport: { width: 1440, height: 900 } })

const ANN = 'ann@example.org'

let server: TestServer
let otherBuild: OtherBuild
let isOtherServed = false
let isAway = false

test.beforeAll(async () => {
  otherBuild = await makeOtherBuild(path.resolve(import.meta.dirname, '../../dist/client'))
  server = await startTestServer({
    intercept: async (request, forward, socket) => {
      const { pathname } = new URL(request.url)
      if (isAway && pathname.startsWith('/api/')) {
        socket.destroy()
        return new Response(null, { status: 503 })
      }
      const isPage = request.headers.get('accept')?.includes('text/html') === true
      const otherAnswer = isOtherServed && request.method === 'GET' ? otherBuild.answer(isPage ? '/index.html' : pathname) : undefined
      if (pathname !== '/sw.js') return otherAnswer ?? forward(request)
      const script = otherAnswer ?? (await forward(new Request(request.url)))
      return watchedWorker(await script.text())
    },
  })
})

test.afterAll(async () => {
  await server.close()
})

test(
  'a draft retains every control through a newer build, signing up, a session that ends, and a commit made offline',
  { tag: '@long' },
  async ({ page, context }) => {
    const form = studio(page)
    await form.open(server.origin)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await form.drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) })
    await setEveryControl(page)
    await expectEveryControl(page)
    const [draft] = await draftsWithControls(page)
    expect(draft?.['seed']).toEqual(expect.any(Number))

    await activateNewerBuild(page)
    await expectEveryControl(page)

    await signUpInDialog(page, server.origin, ANN)
    await expectEveryControl(page)
    await context.clearCookies()
    await page.reload()
    await expectLoggedOut(page)
    await expect(form.prompt).toHaveValue('')
    await logIn(page, server.origin, ANN)
    await expectLoggedIn(page)
    await form.open(server.origin)
    await expectEveryControl(page)

    isAway = true
    await form.pressGenerate()
    await expect(form.work.getByText('Waiting for a connection')).toBeVisible()
    await page.reload()
    await expect(form.work.getByText('Waiting for a connection')).toBeVisible()
    isAway = false
    await repeatWakeMessage(page)
    await expect.poll(async () => (await sentBatches(server)).length).toBe(1)
    const [batch] = await sentBatches(server)
    expect(batch).toMatchObject({ prompt: PROMPT_OF_EVERY_CONTROL, seed: draft?.['seed'], controls: EVERY_CONTROL })
    expect(await storedPictures(server)).toHaveLength(1)
  },
)

async function draftsWithControls(page: Page) {
  const rows = await readDraftRows(page)
  return rows.map(({ settings }) => settings ?? {}).filter((settings) => settings['isSeedKept'] === true)
}

/** Expects the prompt and the picture in the form, and one stored draft with every control. */
async function expectEveryControl(page: Page): Promise<void> {
  await expect(studio(page).prompt).toHaveValue(PROMPT_OF_EVERY_CONTROL)
  await expect(stage(page).getByRole('img', { name: /photo\.jpg/ })).toHaveCSS('object-position', '49% 50%')
  await expect(page.getByRole('note').getByText('We recognized: push in · snow · moonlight')).toBeVisible()
  await expect.poll(async () => (await draftsWithControls(page)).map(({ controls }) => controls)).toEqual([EVERY_CONTROL])
}

async function activateNewerBuild(page: Page): Promise<void> {
  const readScriptUrl = () => page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '')
  const scriptBefore = await readScriptUrl()
  isOtherServed = true
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
  const reload = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Update now' }).click()
  await afterActivation(page, reload)
  await expect.poll(readScriptUrl).not.toBe(scriptBefore)
}
