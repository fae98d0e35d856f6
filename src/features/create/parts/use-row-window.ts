import type { RefObject } from 'react'
import { useLayoutEffect, useState } from 'react'
import { rowsInView } from './rows-in-view.ts'

interface RowWindow {
  readonly from: number
  readonly to: number
  readonly rowHeight: number
}

const NOTHING: RowWindow = { from: 0, to: 0, rowHeight: 0 }

/** Which rows of a scrolled box are drawn; all rows are as high as the probe in it. */
export function useRowWindow(box: RefObject<HTMLElement | null>, probe: RefObject<HTMLElement | null>, rows: number): RowWindow {
  const [shown, setShown] = useState(NOTHING)
  useLayoutEffect(() => {
    const [scrolled, measured] = [box.current, probe.current]
    if (scrolled === null || measured === null) return
    const look = () => {
      const rowHeight = measured.offsetHeight
      if (rowHeight === 0) return
      const next = { ...rowsInView({ scrollTop: scrolled.scrollTop, viewHeight: scrolled.clientHeight, rowHeight, rows }), rowHeight }
      setShown((before) => (before.from === next.from && before.to === next.to && before.rowHeight === rowHeight ? before : next))
    }
    look()
    const sizes = new ResizeObserver(look)
    sizes.observe(scrolled)
    sizes.observe(measured)
    scrolled.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      scrolled.removeEventListener('scroll', look)
    }
  }, [box, probe, rows])
  return shown
}
