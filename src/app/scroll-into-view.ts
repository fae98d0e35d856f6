const LAYER = 'dialog, [popover]'
const BAR = /^(sticky|fixed)$/

/** Brings what a key leads to out from under a bar: the browser scrolls it into the window, not out of what stands over it there. */
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

/** What fills half the window is seen anyway, and what stands on a bar itself can't be scrolled out from under another. */
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
