/** Scrolls to the element that the address names. The browser's own attempt comes before the element is rendered. */
export function showLinked(element: HTMLElement): void {
  if (element.id === '' || location.hash !== `#${element.id}` || element.dataset['shown'] === 'true') return
  element.dataset['shown'] = 'true'
  element.scrollIntoView({ block: 'center' })
  element.focus({ preventScroll: true })
}
