/** As high as the way back to the top with its distances, in px, where the letters are largest. */
const BELOW_PX = 90

/** Keeps how far the bar with the price reaches above the bottom of the window in a custom property of the page, until there is room below it. */
export function keepPriceClear(bar: HTMLElement | null): (() => void) | undefined {
  if (bar === null) return undefined
  const { style } = document.documentElement
  let known = ''
  const measure = () => {
    const height = `${priceHeight(bar.getBoundingClientRect(), innerHeight - floorOf(bar))}px`
    if (height === known) return
    known = height
    style.setProperty('--price-height', height)
  }
  const sized = new ResizeObserver(measure)
  sized.observe(bar)
  addEventListener('scroll', measure, { passive: true })
  addEventListener('resize', measure)
  return () => {
    sized.disconnect()
    removeEventListener('scroll', measure)
    removeEventListener('resize', measure)
    style.removeProperty('--price-height')
  }
}

function priceHeight({ top, bottom }: DOMRect, floor: number): number {
  return top < floor && floor - bottom < BELOW_PX ? Math.ceil(floor - top) : 0
}

/** What always stands below the bar. */
function floorOf(bar: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(bar).bottom) || 0
}
