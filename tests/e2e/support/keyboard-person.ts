import { type Locator, type Page, expect } from '@playwright/test'

const MAX_TAB_PRESSES = 60

/** A user who has only a keyboard. After each key the focused element must exist, be visible and have a focus mark. */
export function keyboardPerson(page: Page) {
  const checkFocus = () => expect.poll(() => page.evaluate(focusProblem), { message: 'where the focus is' }).toBe('')
  const press = async (key: string) => {
    await page.keyboard.press(key)
    await checkFocus()
  }
  return {
    checkFocus,
    press,
    type: async (text: string) => {
      await page.keyboard.type(text)
      await checkFocus()
    },
    /** Presses Tab, or Shift+Tab, until the target has the focus. */
    tabTo: async (target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
      await expect(target).toBeVisible()
      for (let presses = 0; presses < MAX_TAB_PRESSES; presses += 1) {
        if (await target.evaluate((element) => element === document.activeElement)) return
        await press(key)
      }
      await expect(target).toBeFocused()
    },
  }
}

/** Runs in the page. Returns a description of what is wrong with the focus, or an empty text. */
export function focusProblem(): string {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body) return 'the focus is lost'
  // `main` and dialogs get the focus after a change of screen or with a new layer. They are no controls and show no outline.
  if (element.tagName === 'MAIN' || element.tagName === 'DIALOG') return ''
  const name = `<${element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? element.textContent.slice(0, 40)}>`
  const { offsetWidth, offsetHeight, parentElement } = element
  const drawnElement = offsetWidth < 2 || offsetHeight < 2 || getComputedStyle(element).opacity === '0' ? parentElement : element
  if (drawnElement === null || !isInSight(drawnElement)) return `${name} is out of sight`
  const markCandidates = [element, element.nextElementSibling, element.parentElement, element.parentElement?.parentElement]
  return markCandidates.some(isMarked) ? '' : `${name} has no mark`

  function isMarked(candidate: Element | null | undefined): boolean {
    if (candidate === null || candidate === undefined) return false
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(candidate)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0 && !/rgba\(.*, 0\)|transparent/.test(outlineColor)
  }

  /** Whether most of the element is inside the window and uncovered; if it is larger than the window, most of the part that fits. */
  function isInSight(box: Element): boolean {
    const { left, right, top, bottom } = box.getBoundingClientRect()
    const [width, height] = [Math.min(right - left, innerWidth), Math.min(bottom - top, innerHeight)]
    const points = [0.2, 0.5, 0.8].flatMap((shareY) => [0.2, 0.5, 0.8].map((shareX) => [shareX, shareY] as const))
    const hitPoints = points.filter(([shareX, shareY]) => {
      const [x, y] = [
        Math.max(left, Math.min(0, right - width)) + width * shareX,
        Math.max(top, Math.min(0, bottom - height)) + height * shareY,
      ]
      const hit = document.elementFromPoint(x, y)
      return hit !== null && (box.contains(hit) || hit.contains(box))
    })
    return hitPoints.length * 2 > points.length
  }
}
