/**
 * Reports the element's position in the window, at once and on each change; returns a function that stops it. A busy page batches changes,
 * and only the last one of each batch is current.
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
