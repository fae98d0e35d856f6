import type { SharedServer } from '../fixtures/server/shared-server.ts'
import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { CODE_LIFETIME_MS, CODE_RESEND_MS, CODE_TRIES } from '#shared/domain/account-rules.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import {
  codeFor,
  expectLoggedIn,
  expectLoggedOut,
  logIn,
  logOut,
  PASSWORD,
  signInForm,
  signUp,
  userMenu,
  signUpInDialog,
} from './support/account-screens.ts'
import { expectBalance, playFirstVideo, studio } from './support/studio.ts'
import { logInAs } from './support/log-in-as.ts'

const ANN = 'ann@example.org'
const NEW_PASSWORD = 'another calm password'

let server: SharedServer
/** Requests to these paths fail, as with an unreachable server. */
let awayPaths: RegExp | null
/** The server processes requests to this path, but their answers are lost. The browser may repeat such a request by itself. */
let lostPath: string | null

// The tests set the server's clock ahead. With signatures on, the server would reject the browser's requests, because the browser signs the
// real time.
test.use({ serverOptions: { config: { signMode: 'off' } } })

test.beforeEach(({ server: sharedServer }) => {
  server = sharedServer
  ;[awayPaths, lostPath] = [null, null]
  server.intercept(async (request, forward, socket) => {
    const path = new URL(request.url).pathname
    const isLost = path === lostPath
    const answer = awayPaths?.test(path) === true ? undefined : await forward(request)
    if (answer !== undefined && !isLost) return answer
    socket.destroy()
    return new Response(null, { status: 503 })
  })
})

/**
 * What the browser stores: the keys of all IndexedDB rows, the names of the cookies, and the addresses of the cached answers that are not
 * public.
 */
async function readStoredData(page: Page): Promise<{ keys: string[]; names: string[]; media: string[] }> {
  return page.evaluate(async () => {
    const resultOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => request.addEventListener('success', () => resolve(request.result)))
    const keys: string[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await resultOf(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        const objectStore = database.transaction(store).objectStore(store)
        for (const key of await resultOf(objectStore.getAllKeys())) keys.push(`${name}/${JSON.stringify(key)}`)
      }
      database.close()
    }
    const media: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const cacheControl = (await cache.match(request))?.headers.get('cache-control') ?? ''
        // Cached galleries remain after a logout, because they are the same for every user.
        if (/\/(?:media|api)\//.test(request.url) && !cacheControl.startsWith('public')) media.push(request.url)
      }
    }
    return { keys, names: document.cookie.split('; ').map((pair) => pair.split('=')[0] ?? ''), media }
  })
}

const ALL_API_CALLS = /^\/api\/v1\//
const COMMIT_CALLS = /\/file\/|\/gen\//
const RECORDS_OF_ACCOUNTS = /\/"(?:account|credits|outbox\/|mutation\/|overdue\/|announced\/|order\/|creations)/

test('a user signs up, logs out, sets a new password and logs in with it, all on the screens', async ({ page, context }) => {
  await signUp(page, server.origin, ANN)
  await expect(page).toHaveURL(`${server.origin}/home`)
  await expectBalance(page, 200)
  await logOut(page)
  await expectLoggedOut(page)

  const form = signInForm(page)
  await page.goto(`${server.origin}/login`)
  await page
    .getByRole('button', { name: 'Forgot your password?' })
    .or(page.getByRole('link', { name: 'Forgot your password?' }))
    .click()
  await form.email.fill(ANN)
  server.goAhead(CODE_RESEND_MS)
  await form.press('Continue')
  await expect(form.code).toBeVisible()
  await form.code.fill(await codeFor(context, server.origin, ANN))
  await form.password.fill(NEW_PASSWORD)
  await form.press('Set password')
  await expectLoggedIn(page)
  await logOut(page)
  await expectLoggedOut(page)

  await logIn(page, server.origin, ANN, PASSWORD)
  await expect(page.getByText(/The email and password don't match/)).toBeVisible()
  await form.password.fill(NEW_PASSWORD)
  await form.press('Log in')
  await expectLoggedIn(page)
})

test('a wrong, an expired and a used code and a sixth try each show their reason', { tag: '@long' }, async ({ page, context }) => {
  const form = signInForm(page)
  const wrongCodeFor = (code: string) => (code === '000000' ? '111111' : '000000')
  await page.goto(`${server.origin}/signup`)
  await form.email.fill(ANN)
  await form.press('Continue')
  const firstCode = await codeFor(context, server.origin, ANN)
  for (let attempt = 0; attempt < CODE_TRIES; attempt += 1) {
    const verifyResponse = page.waitForResponse(/\/auth\/email\/verify/)
    await form.code.fill('')
    await form.code.fill(wrongCodeFor(firstCode))
    await verifyResponse
    await expect(page.getByText(/This code doesn't match the one we sent/)).toBeVisible()
  }
  await form.code.fill('')
  await form.code.fill(firstCode)
  await expect(page.getByText(/This code stopped working after 5 incorrect attempts/)).toBeVisible()

  server.goAhead(CODE_RESEND_MS)
  const expiredCode = await askForCode(page, context)
  server.goAhead(CODE_LIFETIME_MS + 1)
  await form.code.fill('')
  await form.code.fill(expiredCode)
  await expect(page.getByText(/This code is more than 10 minutes old and has expired/)).toBeVisible()

  const validCode = await askForCode(page, context)
  await form.code.fill('')
  await form.code.fill(validCode)
  await expect(form.firstName).toBeVisible()
  const secondTab = await context.newPage()
  await secondTab.goto(`${server.origin}/signup`)
  await signInForm(secondTab).email.fill(ANN)
  await signInForm(secondTab).press('Continue')
  await signInForm(secondTab).code.fill(validCode)
  await expect(secondTab.getByText(/This code has already been used/)).toBeVisible()
})

/** Reloads the form and requests a new code, as after a rejected code. */
async function askForCode(page: Page, context: BrowserContext): Promise<string> {
  const form = signInForm(page)
  const oldCode = await codeFor(context, server.origin, ANN)
  await page.reload()
  await form.email.fill(ANN)
  await form.press('Continue')
  await expect(form.code).toBeVisible()
  let code = oldCode
  await expect.poll(async () => (code = await codeFor(context, server.origin, ANN))).not.toBe(oldCode)
  return code
}

test('a visitor’s creations and running work stay after signing up in the dialog, which leaves the screen unchanged', async ({ page }) => {
  const { open, drop, prompt, pressGenerate, work } = studio(page)
  await open(server.origin)
  await drop({ name: 'first.jpg', bytes: await makePhoto({ width: 1200, height: 900, seed: 1 }) })
  await prompt.fill('Pan left')
  await pressGenerate()
  await playFirstVideo(page)
  await expectBalance(page, 50)
  await drop({ name: 'second.jpg', bytes: await makePhoto({ width: 1200, height: 900, seed: 2 }) })
  await expect(page.getByRole('img', { name: /second\.jpg/ })).toBeVisible()
  await prompt.fill('And now to the right')

  await signUpInDialog(page, server.origin, ANN)
  await expectBalance(page, 150)
  await expect(page.getByRole('img', { name: /second\.jpg/ })).toBeVisible()
  await expect(prompt).toHaveValue('And now to the right')
  await expect(work.getByRole('article', { name: /^Video:/ })).toHaveCount(1)
  await pressGenerate()
  await expect(work.getByRole('article', { name: /^Video:/ })).toHaveCount(2, { timeout: 60_000 })
  await expectBalance(page, 100)
})

test(
  'a login in one tab logs in all; a logout in one logs out all and leaves no data of the account on the device',
  { tag: '@offline' },
  async ({ page, context }) => {
    const otherTab = await context.newPage()
    await studio(otherTab).open(server.origin)
    await expectLoggedOut(otherTab)
    await signUp(page, server.origin, ANN)
    await expectLoggedIn(otherTab)
    const { drop, prompt, pressGenerate } = studio(otherTab)
    await drop({ name: 'a.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) })
    await prompt.fill('Pan left')
    await pressGenerate()
    const { src: videoUrl } = await playFirstVideo(otherTab)
    expect(await otherTab.evaluate(async (url) => (await fetch(url)).status, videoUrl)).toBe(200)
    await expect
      .poll(async () => (await readStoredData(otherTab)).keys.filter((key) => RECORDS_OF_ACCOUNTS.test(key)).length)
      .toBeGreaterThan(0)

    await logOut(page)
    for (const tab of [page, otherTab]) await expectLoggedOut(tab)
    await expect(otherTab.getByRole('article', { name: /^Video:/ })).toHaveCount(0)
    await expectBalance(otherTab, 0)
    await expect
      .poll(async () => {
        const { keys, names, media } = await readStoredData(otherTab)
        // A visitor's hub also has the records `account`, `credits` and `creations`. The page loads them again after the logout, so they do
        // not count.
        const accountKeys = keys.filter((key) => RECORDS_OF_ACCOUNTS.test(key) && !/\/"(?:credits|creations|account)"$/.test(key))
        return { accountKeys, media, hasId: names.includes('business_user_id') }
      })
      .toEqual({ accountKeys: [], media: [], hasId: false })
    expect(JSON.stringify(await readHubValues(otherTab))).not.toContain(ANN)
    expect(await otherTab.evaluate(() => localStorage.getItem('business_user_id'))).toBeNull()
    const fetchCachedStatus = (url: string) =>
      fetch(url, { cache: 'only-if-cached', mode: 'same-origin' }).then(
        ({ status }) => status,
        () => 'not there',
      )
    expect(await otherTab.evaluate(fetchCachedStatus, videoUrl)).toBe('not there')
    expect(await otherTab.evaluate(async (url) => (await fetch(url)).status, videoUrl)).toBe(404)
  },
)

/** All values in the hub's database. */
async function readHubValues(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    const resultOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => request.addEventListener('success', () => resolve(request.result)))
    const database = await resultOf(indexedDB.open('kinora-hub'))
    const [store = ''] = database.objectStoreNames
    const values = await resultOf(database.transaction(store).objectStore(store).getAll())
    database.close()
    return values
  })
}

test(
  'a session that was ended elsewhere logs the browser out and retains unsent work, which is sent with the next login',
  { tag: '@long' },
  async ({ page, browser }) => {
    await logInAs(page.context(), server, ANN)
    const { open, drop, prompt, pressGenerate, work } = studio(page)
    await open(server.origin)
    await expectLoggedIn(page)
    await drop({ name: 'a.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) })
    await prompt.fill('Pan left')
    awayPaths = COMMIT_CALLS
    await pressGenerate()
    await expect(work.getByRole('article')).toHaveCount(1)
    const otherDevice = await (await browser.newContext()).newPage()
    await logIn(otherDevice, server.origin, ANN)
    await expectLoggedIn(otherDevice)
    await otherDevice.goto(`${server.origin}/ai/setting`)
    await otherDevice.getByRole('button', { name: 'Log out of other devices' }).click()
    await expect(otherDevice.getByText(/Logged out of \d+ devices?/)).toBeVisible()
    await page.reload()
    await expectLoggedOut(page)
    await expect(work.getByRole('article')).toHaveCount(0)
    awayPaths = null
    await logIn(page, server.origin, ANN)
    await expectLoggedIn(page)
    await open(server.origin)
    await playFirstVideo(page)
    await otherDevice.context().close()
  },
)

test('with unsent work a logout offers to stay, discard, or send it first', { tag: '@long' }, async ({ page }) => {
  await logInAs(page.context(), server, ANN)
  const { open, drop, prompt, pressGenerate, work } = studio(page)
  await open(server.origin)
  await expectBalance(page, 200)
  await drop({ name: 'a.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) })
  await prompt.fill('Pan left')
  awayPaths = ALL_API_CALLS
  await pressGenerate()
  await expect(work.getByRole('article')).toHaveCount(1)
  const dialog = page.getByRole('dialog', { name: 'Sync your work before you log out?' })
  await logOut(page)
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expectLoggedIn(page)

  await logOut(page)
  await dialog.getByRole('button', { name: 'Sync and log out' }).click()
  await expect(dialog.getByText(/We couldn't sync everything/)).toBeVisible()
  awayPaths = null
  await dialog.getByRole('button', { name: /^(?:Sync and log out|Log out)$/ }).click()
  await expectLoggedOut(page)
  await expect(dialog).toBeHidden()
  await logIn(page, server.origin, ANN)
  await expectBalance(page, 150)
})

test('an account is redirected from / to /home before the first paint, and Back skips it', { tag: '@long' }, async ({ page }) => {
  await logInAs(page.context(), server, ANN)
  await page.goto(`${server.origin}/demo/crop`)
  await page.goto(`${server.origin}/`)
  await expect(page).toHaveURL(`${server.origin}/home`)
  await page.goBack()
  await expect(page).toHaveURL(`${server.origin}/demo/crop`)
  await page.goto(`${server.origin}/en`)
  await expect(page).toHaveURL(`${server.origin}/en/home`)
  await expect(userMenu(page)).toBeVisible()
})

test(
  'an outdated tab switches to the account of the stored session and logs nobody out',
  { tag: '@long' },
  async ({ page, context, browser }) => {
    const bobsPage = await (await browser.newContext()).newPage()
    await logInAs(bobsPage.context(), server, 'bob@example.org')
    const session = (await bobsPage.context().cookies()).find(({ name }) => name === 'session')
    await bobsPage.context().close()
    await logInAs(page.context(), server, ANN)
    await studio(page).open(server.origin)
    await expectBalance(page, 200)
    if (session === undefined) throw new Error('no session')
    await context.addCookies([session])
    await page.getByRole('button', { name: /points available/ }).click()
    await expect
      .poll(async () => (await context.cookies()).find(({ name }) => name === 'business_user_id')?.value)
      .toBe(await accountId(page))
    await page.reload()
    await userMenu(page).click()
    await expect(page.getByText('bob@example.org')).toBeVisible()
  },
)

/** The id of the session's account, from the server. */
async function accountId(page: Page): Promise<string> {
  const answer = await page.context().request.get(`${server.origin}/api/v1/user/me`)
  return ((await answer.json()) as { data: { id: string } }).data.id
}

test(
  'a login without an answer costs nothing: earlier work stays, and the next try logs in',
  { tag: '@long' },
  async ({ page, browser }) => {
    const otherDevice = await (await browser.newContext()).newPage()
    await logInAs(otherDevice.context(), server, ANN)
    await otherDevice.context().close()
    const { open, drop, prompt, pressGenerate, work } = studio(page)
    await open(server.origin)
    await expectBalance(page, 100)
    await drop({ name: 'a.jpg', bytes: await makePhoto({ width: 1200, height: 900 }) })
    await prompt.fill('Pan left')
    awayPaths = COMMIT_CALLS
    await pressGenerate()
    await expect(work.getByRole('article')).toHaveCount(1)

    lostPath = '/api/v1/auth/email/login'
    const form = signInForm(page)
    await page.getByRole('banner').getByRole('button', { name: 'Log in' }).click()
    await form.email.fill(ANN)
    await form.password.fill(PASSWORD)
    await form.press('Log in')
    await expect(page.getByRole('dialog').getByText(/The server didn't respond/)).toBeVisible()
    lostPath = null
    await form.press('Log in')
    await expectLoggedIn(page)
    awayPaths = null
    await playFirstVideo(page)
    await expectBalance(page, 150)
  },
)
