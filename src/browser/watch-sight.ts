/**
 * Calls `onChange` with the element's position in the window, at first and on each change. The returned function unsubscribes. On a busy
 * page, the observer reports several changes at once, of which only the last is current.
 */
export function watchSight(
  element: Element,
  onChange: (entry: IntersectionObserverEntry) => void,
  options?: IntersectionObserverInit,
): () => void {
  const observer = new IntersectionObserver((entries) => {
    const entry = entries.at(-1)
    if (entry !== undefined) onChange(entry)
  }, options)
  observer.observe(element)
  return () => observer.disconnect()
}
