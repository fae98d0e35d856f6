/** Scrolls to an element named in the address, because the browser's own attempt runs before it is rendered. */
export function showLinked(element: HTMLElement): void {
  if (element.id === '' || location.hash !== `#${element.id}` || element.dataset['shown'] === 'true') return
  element.dataset['shown'] = 'true'
  element.scrollIntoView({ block: 'center' })
  element.focus({ preventScroll: true })
}
