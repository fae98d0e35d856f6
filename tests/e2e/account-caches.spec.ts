import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { ARTICLE_ANSWERS, GALLERY_ANSWERS } from '#shared/contract/service-worker-messages.ts'
import { ICON_PATH } from '#shared/domain/icon-rules.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { logInAs } from './support/log-in-as.ts'
import { readCaches } from './support/read-caches.ts'
import { RENDER_WAIT_MS, studio, userToken } from './support/studio.ts'

const EMAIL = 'ann.onymous@example.com'
const PROMPT = 'Pan right over the quiet lake'
const SCREENS = ['/home', '/ai/creation', '/pricing', '/ai/setting', '/resource']

test.use({ serverOptions: { config: { signMode: 'off' } }, serviceWorkers: 'allow' })

test(
  'no cache stores data of an account except its offline videos, under their paths alone',
  { tag: '@long' },
  async ({ page, context, server }) => {
    await logInAs(context, server, EMAIL)
    await saveNewVideo(page, server.origin)
    for (const path of SCREENS) {
      await page.goto(server.origin + path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    await page.goto(`${server.origin}/video-effects`)
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
    await expect.poll(async () => new Set((await readCaches(page)).map(({ cache }) => cache))).toContain('gallery-answers')

    const files = await readCaches(page)
    const [offlineFiles, otherFiles] = [
      files.filter(({ cache }) => cache === 'kept-videos'),
      files.filter(({ cache }) => cache !== 'kept-videos'),
    ]
    expect(offlineFiles.length).toBeGreaterThanOrEqual(3)
    expect(offlineFiles.filter(({ path, text }) => !/^\/media\/[0-9a-f]{32}\.[a-z0-9]+$/.test(path) || text !== '')).toEqual([])
    const offlinePaths = new Set(offlineFiles.map(({ path }) => path))
    expect(otherFiles.filter(({ path }) => offlinePaths.has(path))).toEqual([])
    expect(otherFiles.filter(({ cacheControl }) => cacheControl?.includes('private') || cacheControl?.includes('no-store'))).toEqual([])
    const isPublic = (path: string) =>
      path.startsWith(ICON_PATH) || [...GALLERY_ANSWERS, ...ARTICLE_ANSWERS].includes(path.split('?')[0] ?? '')
    expect(otherFiles.map(({ path }) => path).filter((path) => path.startsWith('/api/') && !isPublic(path))).toEqual([])
    const secrets = await secretsOf(context)
    const hasSecret = ({ path, text }: { path: string; text: string }) => secrets.some((secret) => `${path} ${text}`.includes(secret))
    // The app's own chunks contain the names of the API's fields, so they do not count.
    const isOfBuild = ({ cache }: { cache: string }) => cache.includes('precache')
    expect(files.filter((file) => !isOfBuild(file) && hasSecret(file)).map(({ cache, path }) => [cache, path])).toEqual([])
  },
)

async function saveNewVideo(page: Page, origin: string): Promise<void> {
  const { open, drop, prompt, pressGenerate } = studio(page)
  await open(origin)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await drop({ name: 'photo.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) })
  await prompt.fill(PROMPT)
  await pressGenerate()
  const play = page.getByRole('article', { name: `Video: ${PROMPT}` }).getByRole('button', { name: /^Play/ })
  await expect(play).toBeVisible({ timeout: RENDER_WAIT_MS })
  await play.click()
  await page.getByRole('switch', { name: 'Store offline' }).check()
  await expect(page.getByText(/on this device since/)).toBeVisible()
}

/** Texts that name the account or grant access to it: values of cookies, the email address, the prompt, and parts of signed addresses. */
async function secretsOf(context: BrowserContext): Promise<readonly string[]> {
  const values = (await context.cookies()).map(({ value }) => value).filter((value) => value.length >= 16)
  expect(values).not.toEqual([])
  return [...values, await userToken(context), EMAIL, encodeURIComponent(EMAIL), PROMPT, 'presignedUrl', 'Signature=']
}
