/**
 * Scrolls to the element that the address names and focuses it, once; true if it did. The browser's own attempt comes before the element is
 * rendered.
 */
export function showLinked(element: HTMLElement, block: ScrollLogicalPosition = 'center'): boolean {
  if (element.id === '' || location.hash !== `#${element.id}` || element.dataset['shown'] === 'true') return false
  element.dataset['shown'] = 'true'
  element.scrollIntoView({ block })
  element.focus({ preventScroll: true })
  return true
}
