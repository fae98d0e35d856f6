import { takeInteractions, untilQuiet } from './in-page.mjs'

/** A tap of the tool itself asks the page what it hits, in the middle of what is measured. */
async function middleOf(target) {
  const { x, y, width, height } = await target.boundingBox()
  return [x + width / 2, y + height / 2]
}

/** Presses as a finger and types as a keyboard do, waits after each for the paint, and counts. */
export function createPerson(page) {
  let presses = 0
  const after = async () => {
    presses += 1
    await page.evaluate(untilQuiet)
  }
  return {
    page,
    async tap(target) {
      // In the middle, where no bar lies over it.
      await target.first().evaluate((element) => element.scrollIntoView({ block: 'center' }))
      await page.touchscreen.tap(...(await middleOf(target.first())))
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
    /** What the presses since the last time cost; one that is too short to be told of counts as nothing. */
    async finish() {
      const told = await page.evaluate(takeInteractions)
      const silent = Array.from({ length: Math.max(0, presses - told.length) }, () => ({ durationMs: 0, what: '' }))
      presses = 0
      return [...told, ...silent]
    },
  }
}
