import { useLayoutEffect, useRef } from 'react'
import styles from './tile-grid.module.css'

/** Height of one grid row in px; a card spans several. */
const ROW_PX = 4

/** Cards in columns without gaps, each as high as its picture, in reading order. */
export function TileGrid({ children }: { readonly children: React.ReactNode }) {
  const grid = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const observer = new ResizeObserver((entries) => {
      for (const { target } of entries) if (target instanceof HTMLElement) spanRows(target)
    })
    const cells = [...(grid.current?.children ?? [])].filter((cell) => cell instanceof HTMLElement)
    for (const cell of cells) {
      spanRows(cell)
      observer.observe(cell)
    }
    return () => observer.disconnect()
  })
  return (
    <div ref={grid} className={styles['grid']} style={{ gridAutoRows: `${ROW_PX}px` }}>
      {children}
    </div>
  )
}

/** Measured without stretching to the cell, because otherwise each measurement would enlarge the span of the next. */
function spanRows(cell: HTMLElement): void {
  cell.style.height = 'auto'
  const gapPx = Number.parseFloat(getComputedStyle(cell.parentElement ?? cell).columnGap) || 0
  cell.style.gridRowEnd = `span ${Math.ceil((cell.offsetHeight + gapPx) / ROW_PX)}`
}
