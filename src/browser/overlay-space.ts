/** Stores the height of an element at the bottom in a custom property of the page, so that other elements can leave room for it. */
export function reserveOverlaySpace(property: '--offer-height' | '--question-height') {
  return (element: HTMLElement | null): (() => void) | undefined => {
    if (element === null) return undefined
    const { style } = document.documentElement
    const resizeObserver = new ResizeObserver(() => style.setProperty(property, `${element.offsetHeight}px`))
    resizeObserver.observe(element)
    return () => {
      resizeObserver.disconnect()
      style.removeProperty(property)
    }
  }
}
