import { type Browser, type BrowserContext, type Frame, type Page, launch } from 'puppeteer-core'
import { type OpenBrowser, type Profile, type ScriptTarget, type Tab, WINDOW } from './driver.ts'

const LAUNCH_WAIT_MS = 60_000
const LOAD_WAIT_MS = 60_000
const isRoot = process.getuid?.() === 0

const LAUNCH_OPTIONS = { headless: true, defaultViewport: WINDOW, timeout: LAUNCH_WAIT_MS, protocolTimeout: LAUNCH_WAIT_MS } as const
const CHROMIUM_ARGUMENTS = ['--disable-background-networking', '--disable-component-update', '--no-first-run']

export async function openChromium(executablePath: string, profile: Profile): Promise<OpenBrowser> {
  const browser = await launch({
    ...LAUNCH_OPTIONS,
    executablePath,
    args: [...CHROMIUM_ARGUMENTS, ...(isRoot ? ['--no-sandbox'] : [])],
  })
  return wrapBrowser(browser, profile === 'private' ? await browser.createBrowserContext() : browser.defaultBrowserContext())
}

const FIREFOX_PREFERENCES = {
  lasting: {},
  private: { 'browser.privatebrowsing.autostart': true },
  'no-cookies': { 'network.cookie.cookieBehavior': 2 },
  // The value of `fixedLimit` is in kB and applies to all sites together.
  'no-room': { 'dom.quotaManager.temporaryStorage.fixedLimit': 1 },
}

export async function openFirefox(executablePath: string, profile: Profile): Promise<OpenBrowser> {
  const browser = await launch({
    ...LAUNCH_OPTIONS,
    executablePath,
    browser: 'firefox',
    extraPrefsFirefox: FIREFOX_PREFERENCES[profile],
  })
  return wrapBrowser(browser, browser.defaultBrowserContext())
}

function wrapBrowser(browser: Browser, context: BrowserContext): OpenBrowser {
  // A new tab, because the first tab of Firefox never has the focus.
  return { newTab: async () => puppeteerTab(await context.newPage()), close: () => browser.close() }
}

function puppeteerTab(page: Page): Tab {
  const loadOptions = { waitUntil: 'load', timeout: LOAD_WAIT_MS } as const
  return {
    ...createScriptTarget(async () => page.mainFrame()),
    async goTo(address) {
      // Firefox cancels a navigation if the page reloads itself at that moment. Then the driver loads the address again.
      await page
        .goto(address, loadOptions)
        .catch((error) => (isNavigationCancelled(error) ? page.goto(address, loadOptions) : Promise.reject(error)))
    },
    reload: async () => void (await page.reload(loadOptions)),
    // A history step within one document loads nothing, so the driver does not wait for a load.
    back: () => page.evaluate(() => history.back()),
    inFrame: (selector) =>
      createScriptTarget(async () => {
        const frame = await (await page.$(selector))?.contentFrame()
        if (!frame) throw new Error(`there is no frame ${selector}`)
        return frame
      }),
    show: () => page.bringToFront(),
    click: ({ x, y }) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    async chooseFile(selector, file) {
      const input = await page.$<'input'>(selector as 'input')
      if (input === null) throw new Error(`there is no ${selector}`)
      await input.uploadFile(file)
    },
    saveScreenshot: async (file) => void (await page.screenshot({ path: file })),
    close: () => page.close(),
  }
}

function createScriptTarget(frame: () => Promise<Frame>): ScriptTarget {
  return {
    evaluate: async <Args extends readonly unknown[], Value>(work: (...args: Args) => Value | Promise<Value>, ...args: Args) =>
      (await (await frame()).evaluate(`(${work.toString()})(...${JSON.stringify(args)})`)) as Value,
  }
}

function isNavigationCancelled(error: unknown): boolean {
  return error instanceof Error && error.message.includes('NS_BINDING_ABORTED')
}
