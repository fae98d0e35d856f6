const LAYER = 'dialog, [popover]'
const BAR = /^(sticky|fixed)$/

/** Scrolls the focused element out from under sticky bars, which the browser ignores. */
export function scrollFocusIntoView(): () => void {
  const uncover = () => {
    const element = document.activeElement
    if (element instanceof HTMLElement && element.matches(':focus-visible') && isUnderBar(element))
      element.scrollIntoView({ block: 'center' })
  }
  const waitForPlace = () => requestAnimationFrame(uncover)
  document.addEventListener('focusin', waitForPlace)
  return () => document.removeEventListener('focusin', waitForPlace)
}

/** Skips elements that fill half the window, and those on a bar, which scrolling can't move. */
function isUnderBar(element: HTMLElement): boolean {
  const { left, top, bottom, width, height } = element.getBoundingClientRect()
  if (height * 2 > innerHeight || isOnBar(element, element.closest(LAYER))) return false
  return [top + 1, bottom - 1].some((y) => {
    const over = document.elementFromPoint(left + width / 2, y)
    return over !== null && !over.contains(element) && isOnBar(over, sharedWith(element, over))
  })
}

function isOnBar(element: Element, end: Element | null): boolean {
  for (let at: Element | null = element; at !== null && at !== end; at = at.parentElement) {
    if (BAR.test(getComputedStyle(at).position)) return true
  }
  return false
}

function sharedWith(element: HTMLElement, over: Element): Element | null {
  let shared: Element | null = over
  while (shared?.contains(element) === false) shared = shared.parentElement
  return shared
}
