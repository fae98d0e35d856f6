import type { SharedServer } from '../fixtures/server/shared-server.ts'
import { expect, test } from './support/test.ts'
import { holdPart } from './support/hold-part.ts'

let server: SharedServer

test.beforeEach(({ server: sharedServer }) => {
  server = sharedServer
})

test('a step or a close right before or after Back leaves the screen below unchanged', { tag: '@long' }, async ({ page }) => {
  const dialog = page.locator('dialog[open]')
  const readAddress = () => page.evaluate(() => [location.pathname + location.search, history.state?.viewer ?? null])
  const throttle = await page.context().newCDPSession(page)
  await page.goto(`${server.origin}/video-effects?tag=light`)
  for (const lastAction of ['step', 'closing']) {
    await throttle.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await page.locator('[data-viewer-item]').first().click()
    await expect(dialog.getByRole('heading', { level: 2 })).toBeVisible()
    await throttle.send('Emulation.setCPUThrottlingRate', { rate: 6 })
    await page.evaluate(goBackAround, lastAction)
    await expect(dialog, lastAction).toBeHidden()
    expect(await readAddress(), lastAction).toEqual(['/video-effects?tag=light', null])
  }
})

test('two presses on a tile before the viewer loads open one viewer, and one close removes it', { tag: '@long' }, async ({ page }) => {
  const release = await holdPart(page, /\/assets\/viewer-[^/]*\.js$/)
  await page.goto(`${server.origin}/video-effects`)
  const [tiles, dialog] = [page.locator('[data-viewer-item]'), page.locator('dialog[open]')]
  const entries = await page.evaluate(() => history.length)
  await tiles.nth(0).click()
  await expect(page).not.toHaveURL(/\/video-effects$/)
  await tiles.nth(1).click()
  release()
  await expect(dialog.getByRole('heading', { level: 2 })).toBeVisible()
  expect(await page.evaluate(() => history.length)).toBe(entries + 1)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/\/video-effects$/)
})

/**
 * Runs in the page. With `step`, presses the right arrow and goes back while the viewer renders the next item. Otherwise goes back at once;
 * with `closing`, also closes the viewer before the page has removed it.
 */
async function goBackAround(lastAction: string): Promise<void> {
  const dialog = document.querySelector<HTMLDialogElement>('dialog[open]')
  const heading = dialog?.querySelector('h2')
  if (!dialog || !heading) throw new Error('no viewer')
  const backStep = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
  if (lastAction === 'step') {
    new MutationObserver((_, observer) => {
      observer.disconnect()
      history.back()
    }).observe(heading, { characterData: true, childList: true, subtree: true })
    dialog.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }))
  } else {
    history.back()
  }
  await backStep
  if (lastAction === 'closing') dialog.close()
}
