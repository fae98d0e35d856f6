/** Stores the height of a bottom element in a custom property of the page, so that other elements keep clear of it. */
export function takeOverlaySpace(property: '--offer-height' | '--question-height') {
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
