import { showLinked } from '#src/browser/show-linked.ts'
import { onUserScroll } from '#src/browser/user-scroll.ts'
import { SAME_POSITION_PX, onPageResize, onScroll } from '#src/browser/window-position.ts'

/** The heading that is held at the top of the window. */
let held: HTMLElement | undefined
let release = () => {}

/** Shows a heading of the settings when it is rendered, if the address names it. */
export function showLinkedHeading(heading: HTMLHeadingElement | null): void {
  if (heading !== null && showLinked(heading, 'start')) holdPosition(heading)
}

/** Scrolls to a heading of the settings and focuses it. */
export function showHeading(heading: HTMLElement): void {
  heading.scrollIntoView({ block: 'start' })
  heading.focus({ preventScroll: true })
  holdPosition(heading)
}

/** Shows the top of the screen, and focuses its main part as on a new screen. */
export function showTop(): void {
  release()
  scrollTo({ top: 0 })
  document.querySelector('main')?.focus({ preventScroll: true })
}

/** Releases the held heading if it was removed. */
export function releaseRemoved(): void {
  if (held?.isConnected === false) release()
}

/**
 * Holds the element at the top of the window while sections load, until the user or the app scrolls. Where the browser has scroll
 * anchoring, that happens first, and only what it leaves is corrected. Safari has none.
 */
function holdPosition(element: HTMLElement): void {
  release()
  const heightAbove = () => element.getBoundingClientRect().top + scrollY
  let [above, scrolled] = [heightAbove(), scrollY]
  const leaveIfScrolled = () => {
    // Scroll anchoring also scrolls, but only because the height above has changed.
    if (scrollY !== scrolled && Math.abs(heightAbove() - above) <= SAME_POSITION_PX && !isAtEnd()) release()
  }
  const correct = () => {
    if (!element.isConnected) return release()
    element.scrollIntoView({ block: 'start' })
    ;[above, scrolled] = [heightAbove(), scrollY]
  }
  let frame = 0
  const correctAfterAnchoring = () => {
    cancelAnimationFrame(frame)
    if (CSS.supports('overflow-anchor', 'auto')) frame = requestAnimationFrame(correct)
    else correct()
  }
  const stops = [onPageResize(correctAfterAnchoring), onUserScroll(() => release()), onScroll(leaveIfScrolled)]
  held = element
  release = () => {
    cancelAnimationFrame(frame)
    for (const stop of stops) stop()
    held = undefined
  }
}

/**
 * Whether the window is at the end of the page. The browser scrolls there by itself when the page becomes shorter, so such a scroll does not
 * end the hold.
 */
function isAtEnd(): boolean {
  return scrollY + innerHeight >= document.documentElement.scrollHeight - SAME_POSITION_PX
}
