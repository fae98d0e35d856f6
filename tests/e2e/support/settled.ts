import { type Page, expect } from '@playwright/test'

const FRAMES_LIMIT_MS = 60_000
/** A screen on a busy machine needs seconds. A screen that never settles must be reported before the test's own limit. */
const SETTLED_LIMIT_MS = 90_000

/**
 * Resolves when the screen has its texts and its visible pictures, and no loading cover, no dialog that is not yet modal and no running
 * animation.
 */
export async function untilSettled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
  await page.evaluate(twoFrames, FRAMES_LIMIT_MS)
  try {
    await page.waitForFunction(isSettled, false, { timeout: SETTLED_LIMIT_MS })
  } catch (error) {
    throw new Error(`${page.url()} does not settle: ${await page.evaluate(isSettled, true)}`, { cause: error })
  }
}

/** Runs in the page. With `isReport` it returns the elements that the screen still waits for, as text. */
function isSettled(isReport: boolean): boolean | string {
  const dialogs = [...document.querySelectorAll('dialog:modal')]
  const busyElements = [...(dialogs.at(-1) ?? document).querySelectorAll('[aria-busy=true]')].filter((one) => one.checkVisibility())
  const covers = [...document.querySelectorAll('[data-phase][aria-busy=true]')]
  // In the server's HTML an open dialog is not modal until the app has started.
  const servedDialogs = [...document.querySelectorAll('dialog[open]:not(:modal)')]
  // Pictures outside the window may load lazily, so the function does not wait for them.
  const isInSight = ({ top, bottom }: DOMRect) => top < innerHeight && bottom > 0
  const pictures = [...document.images].filter((one) => !one.complete && one.checkVisibility() && isInSight(one.getBoundingClientRect()))
  const animatedElements = document
    .getAnimations()
    .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity && one.playState === 'running')
    .map((one) => (one.effect instanceof KeyframeEffect ? one.effect.target : null))
  const fonts = document.fonts.status === 'loaded' ? [] : ['fonts']
  const pendingParts = [
    ...fonts,
    ...[...busyElements, ...covers, ...servedDialogs, ...pictures, ...animatedElements].map(
      (one) => one?.outerHTML.slice(0, 200) ?? 'an animation',
    ),
  ]
  return pendingParts.length === 0 || (isReport && pendingParts.join('; '))
}

/**
 * Resolves after two frames. If the browser's compositor has stopped and draws no frame, rejects after `limitMs`, before the test's own
 * limit.
 */
function twoFrames(limitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('The browser draws no frames.')), limitMs)
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })
}
