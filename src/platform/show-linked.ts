/** Brings an element into sight that the address names: the browser looked for it before it was there. */
export function showLinked(element: HTMLElement): void {
  if (element.id === '' || location.hash !== `#${element.id}` || element.dataset['shown'] === 'true') return
  element.dataset['shown'] = 'true'
  element.scrollIntoView({ block: 'center' })
  element.focus({ preventScroll: true })
}
