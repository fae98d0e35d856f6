/** The largest difference, in px, between two scroll positions that count as the same: browsers round scroll positions. */
export const SAME_POSITION_PX = 2

/** Calls the listener when the window has scrolled. Returns a function that unsubscribes. */
export function onScroll(listener: () => void): () => void {
  addEventListener('scroll', listener, { passive: true })
  return () => removeEventListener('scroll', listener)
}

/** Calls the listener when the page's size changes, and once at first. Returns a function that unsubscribes. */
export function onPageResize(listener: () => void): () => void {
  const observer = new ResizeObserver(listener)
  observer.observe(document.documentElement)
  return () => observer.disconnect()
}
