/** Scroll positions that differ by at most this are the same, because browsers round them. */
export const SAME_POSITION_PX = 2

/** Calls the listener when the window has scrolled. Returns a function that ends that. */
export function onScroll(listener: () => void): () => void {
  addEventListener('scroll', listener, { passive: true })
  return () => removeEventListener('scroll', listener)
}

/** Calls the listener when the page's size changes, and once at first. Returns a function that ends that. */
export function onPageResize(listener: () => void): () => void {
  const observer = new ResizeObserver(listener)
  observer.observe(document.documentElement)
  return () => observer.disconnect()
}
