/**
 * Says where an element stands in the window, at once and whenever that changes; returns how to stop. A busy page is told of several
 * changes at a time, and only the last of them is true.
 */
export function watchSight(
  element: Element,
  look: (entry: IntersectionObserverEntry) => void,
  options?: IntersectionObserverInit,
): () => void {
  const observer = new IntersectionObserver((entries) => {
    const entry = entries.at(-1)
    if (entry !== undefined) look(entry)
  }, options)
  observer.observe(element)
  return () => observer.disconnect()
}
