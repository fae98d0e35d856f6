/** Publishes the height of a bottom element as a custom property of the page, for the layout of other elements. */
export function reserveOverlaySpace(property: '--offer-height' | '--question-height') {
  return (element: HTMLElement | null): (() => void) | undefined => {
    if (element === null) return undefined
    const { style } = document.documentElement
    const sized = new ResizeObserver(() => style.setProperty(property, `${element.offsetHeight}px`))
    sized.observe(element)
    return () => {
      sized.disconnect()
      style.removeProperty(property)
    }
  }
}
