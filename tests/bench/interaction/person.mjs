import { setTimeout } from 'node:timers/promises'
import { drainInteractions, untilQuiet } from './in-page.mjs'

/** The time between the touch and the release of a finger. */
const HOLD_MS = 80

/** The middle of an element. Playwright's own tap is not used, because it would query the page during the measurement. */
async function middleOf(target) {
  const { x, y, width, height } = await target.boundingBox()
  return [x + width / 2, y + height / 2]
}

/** Presses as a finger and types as a keyboard. After each input it waits for the paint and counts the input. */
export function createPerson(page, session) {
  let presses = 0
  const after = async () => {
    presses += 1
    await page.evaluate(untilQuiet)
  }
  return {
    page,
    async tap(target) {
      // Scrolls the target to the middle of the window, where no bar covers it, and waits until the scroll has ended.
      await target.first().evaluate((element) => element.scrollIntoView({ block: 'center' }))
      await page.evaluate(untilQuiet)
      const [x, y] = await middleOf(target.first())
      await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
      await setTimeout(HOLD_MS)
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      await after()
    },
    async press(key) {
      await page.keyboard.press(key)
      await after()
    },
    async type(words) {
      for (const letter of words) {
        await page.keyboard.press(letter)
        await after()
      }
    },
    /** The durations of the inputs since the last call. An input that is too short for the browser to report counts as 0. */
    async finish() {
      const interactions = await page.evaluate(drainInteractions)
      const silent = Array.from({ length: Math.max(0, presses - interactions.length) }, () => ({ durationMs: 0, what: '' }))
      presses = 0
      return [...interactions, ...silent]
    },
  }
}
