import { showLinked } from '#src/browser/show-linked.ts'
import { onUserScroll } from '#src/browser/user-scroll.ts'
import { SAME_POSITION_PX, onPageResize, onScroll } from '#src/browser/window-position.ts'

/** The heading that stays at the top of the window while sections load. */
let fixedHeading: HTMLElement | undefined
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

/** Shows the top of the screen, and focuses its main part as on a new screen. */
export function showTop(): void {
  releasePosition()
  scrollTo({ top: 0 })
  document.querySelector('main')?.focus({ preventScroll: true })
}

/** Stops the correction of the position if the heading was removed. */
export function releaseRemoved(): void {
  if (fixedHeading?.isConnected === false) releasePosition()
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
  const correctAfterAnchoring = () => {
    cancelAnimationFrame(frame)
    if (CSS.supports('overflow-anchor', 'auto')) frame = requestAnimationFrame(correctPosition)
    else correctPosition()
  }
  const stops = [onPageResize(correctAfterAnchoring), onUserScroll(() => releasePosition()), onScroll(releaseIfScrolled)]
  fixedHeading = element
  releasePosition = () => {
    cancelAnimationFrame(frame)
    for (const stop of stops) stop()
    fixedHeading = undefined
  }
}

/**
 * Whether the window is at the end of the page. The browser scrolls there by itself when the page becomes shorter, so such a scroll does not
 * end the hold.
 */
function isAtEnd(): boolean {
  return scrollY + innerHeight >= document.documentElement.scrollHeight - SAME_POSITION_PX
}
