import { setTimeout } from 'node:timers/promises'
import { drainInteractions, untilQuiet } from './in-page.mjs'

/** The time between the touch and the release of a finger. */
const HOLD_MS = 80

/** The middle of an element, for touches at a position. Playwright's own tap would query the page during the measurement. */
async function middleOf(target) {
  const { x, y, width, height } = await target.boundingBox()
  return [x + width / 2, y + height / 2]
}

/** Presses as a finger and types as a keyboard. After each input it waits for the paint and counts the input. */
export function createPerson(page, session) {
  let presses = 0
  const afterInput = async () => {
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
      await afterInput()
    },
    async press(key) {
      await page.keyboard.press(key)
      await afterInput()
    },
    async type(text) {
      for (const letter of text) {
        await page.keyboard.press(letter)
        await afterInput()
      }
    },
    /** The durations of the inputs since the last call. An input that is too short for the browser to report counts as 0. */
    async finish() {
      const interactions = await page.evaluate(drainInteractions)
      const unreportedInputs = Array.from({ length: Math.max(0, presses - interactions.length) }, () => ({ durationMs: 0, what: '' }))
      presses = 0
      return [...interactions, ...unreportedInputs]
    },
  }
}
