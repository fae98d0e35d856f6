import { showLinked } from '#src/browser/show-linked.ts'
import { onUserScroll } from '#src/browser/user-scroll.ts'

/** Positions that differ by at most this count as the same, in px, because browsers round scroll positions. */
const SAME_POSITION_PX = 2

let releasePosition = () => {}

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

/**
 * Holds the element at the top of the window while sections load, until the user or the app scrolls. Scroll anchoring of
 * the browser works first, and only the remaining shift is corrected. Safari has no scroll anchoring.
 */
function holdPosition(element: HTMLElement): void {
  releasePosition()
  const heightAbove = () => element.getBoundingClientRect().top + scrollY
  let [knownHeightAbove, knownScrollY] = [heightAbove(), scrollY]
  const releaseIfScrolled = () => {
    // Scroll anchoring also scrolls, but only because the height above has changed.
    if (scrollY !== knownScrollY && Math.abs(heightAbove() - knownHeightAbove) <= SAME_POSITION_PX && !isAtEnd()) releasePosition()
  }
  const correctPosition = () => {
    if (!element.isConnected) return releasePosition()
    element.scrollIntoView({ block: 'start' })
    ;[knownHeightAbove, knownScrollY] = [heightAbove(), scrollY]
  }
  let frame = 0
  const observer = new ResizeObserver(() => {
    cancelAnimationFrame(frame)
    if (CSS.supports('overflow-anchor', 'auto')) frame = requestAnimationFrame(correctPosition)
    else correctPosition()
  })
  const stopListening = onUserScroll(() => releasePosition())
  addEventListener('scroll', releaseIfScrolled, { passive: true })
  releasePosition = () => {
    cancelAnimationFrame(frame)
    observer.disconnect()
    stopListening()
    removeEventListener('scroll', releaseIfScrolled)
  }
  observer.observe(document.documentElement)
}

/**
 * Whether the window is at the end of the page. The browser scrolls there by itself when the page becomes shorter, so such a scroll does not
 * end the hold.
 */
function isAtEnd(): boolean {
  return scrollY + innerHeight >= document.documentElement.scrollHeight - SAME_POSITION_PX
}
