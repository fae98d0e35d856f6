import { expect } from 'vitest'
import type { ScriptTarget, Spot, Tab } from './drivers/driver.ts'

export const WAIT_MS = 30_000
const POLL_EVERY_MS = 100

const PRESSABLE = 'button, a, label, summary, [role="button"], [role="slider"], input'

/** Returns an assertion that polls `read` until it holds. An error, such as from a loading page, counts as a failed try. */
export function until<Value>(read: () => Promise<Value>, timeout = WAIT_MS): ReturnType<typeof expect.poll<Promise<Value>>> {
  return expect.poll(read, { timeout, interval: POLL_EVERY_MS })
}

/** The user's view and actions in a tab. The name of an element is computed much as a screen reader computes it. */
export function personAt(tab: Tab) {
  return {
    tab,
    /** Waits until the page's visible text, or the accessible name of an element, matches the pattern. */
    sees: (pattern: RegExp, timeout = WAIT_MS) =>
      until(() => tab.evaluate(hasText, pattern.source, pattern.flags), timeout)
        .toBe(true)
        .catch(async (cause: unknown) => {
          const pageText = await tab
            .evaluate(() => `${location.pathname}: ${document.body.innerText.replaceAll(/\s+/g, ' ')}`)
            .catch(String)
          throw new Error(`${pattern} was not to be seen in ${pageText.slice(0, 600)}`, { cause })
        }),
    async press(name: RegExp, { within = 'body', selectors = PRESSABLE, shareX = 0.5, timeout = WAIT_MS } = {}): Promise<void> {
      await tab.show()
      await tab.click(await findSteadySpot(tab, [within, selectors, name.source, name.flags, shareX], timeout))
    },
    /** Types a text into the field, and replaces its present text. */
    async write(label: RegExp, text: string, within = 'body'): Promise<void> {
      await tab.show()
      await tab.click(await findSteadySpot(tab, [within, 'input, textarea', label.source, label.flags, 0.5], WAIT_MS))
      await tab.evaluate(() => (document.activeElement as HTMLInputElement | HTMLTextAreaElement).select())
      await tab.type(text)
    },
    async pressInFrame(selector: string, name: RegExp): Promise<void> {
      const spotInFrame = await findSteadySpot(tab.inFrame(selector), ['body', PRESSABLE, name.source, name.flags, 0.5], WAIT_MS)
      await until(() => tab.evaluate(isInFront, selector, spotInFrame)).toBe(true)
      const frame = await tab.evaluate(readCorner, selector)
      await tab.click({ x: frame.x + spotInFrame.x, y: frame.y + spotInFrame.y })
    },
    path: () => tab.evaluate(() => location.pathname),
  }
}

export type Person = ReturnType<typeof personAt>

type SoughtElement = readonly [within: string, selectors: string, source: string, flags: string, shareX: number]

/** The point for a press on the element, once the element is still and uncovered. */
async function findSteadySpot(frame: ScriptTarget, sought: SoughtElement, timeout: number): Promise<Spot> {
  let [previousSpot, foundSpot]: (Spot | null)[] = [null, null]
  await until(async () => {
    previousSpot = foundSpot
    foundSpot = await frame.evaluate(findSpot, ...sought)
    return foundSpot !== null && foundSpot.x === previousSpot?.x && foundSpot.y === previousSpot.y
  }, timeout)
    .toBe(true)
    .catch((cause: unknown) => {
      throw new Error(`nothing to press is named /${sought[2]}/ in ${sought[0]}`, { cause })
    })
  return foundSpot ?? { x: 0, y: 0 }
}

function findSpot(...[within, selectors, source, flags, shareX]: SoughtElement): Spot | null {
  const pattern = new RegExp(source, flags)
  const nameOf = (element: Element) => {
    const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : []
    const labelledByIds = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const labelTexts = [...labelledByIds.map((id) => document.querySelector(`#${CSS.escape(id)}`)), ...labels].map(
      (one) => one?.textContent ?? '',
    )
    return (element.getAttribute('aria-label') ?? (labelTexts.join(' ') || element.textContent)).replaceAll(/\s+/g, ' ').trim()
  }
  for (const scope of document.querySelectorAll(within)) {
    for (const element of scope.querySelectorAll(selectors)) {
      if (element.matches(':disabled, [aria-disabled="true"]') || !pattern.test(nameOf(element))) continue
      const { width, height } = element.getBoundingClientRect()
      if (width === 0 || height === 0) continue
      element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
      const { left, top } = element.getBoundingClientRect()
      const spot = { x: Math.round(left + width * shareX), y: Math.round(top + height / 2) }
      const hit = document.elementFromPoint(spot.x, spot.y)
      if (hit !== null && (element.contains(hit) || hit.contains(element) || hit.closest('label')?.control === element)) return spot
    }
  }
  return null
}

function hasText(source: string, flags: string): boolean {
  const pattern = new RegExp(source, flags)
  // An element without a box of its own can still be visible, by its children.
  const hasBox = (one: Element): boolean => one.getBoundingClientRect().width > 0 || [...one.children].some(hasBox)
  const names = [...document.querySelectorAll('[aria-label]')].filter(hasBox).map((one) => one.getAttribute('aria-label') ?? '')
  return pattern.test(document.body.innerText.replaceAll(/\s+/g, ' ')) || names.some((name) => pattern.test(name))
}

function isInFront(selector: string, spotInFrame: Spot): boolean {
  const frame = document.querySelector(selector)
  const { left = 0, top = 0 } = frame?.getBoundingClientRect() ?? {}
  return frame !== null && document.elementFromPoint(left + spotInFrame.x, top + spotInFrame.y) === frame
}

function readCorner(selector: string): Spot {
  const { left = 0, top = 0 } = document.querySelector(selector)?.getBoundingClientRect() ?? {}
  return { x: left, y: top }
}
