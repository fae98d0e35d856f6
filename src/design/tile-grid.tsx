import { useLayoutEffect, useRef } from 'react'
import styles from './tile-grid.module.css'

/** The height of a grid row, in px. A card spans several rows. */
const ROW_PX = 4

/**
 * Cards in columns, in reading order. Each card is as high as its picture needs, and the next card of the column follows directly below.
 */
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

/**
 * Sets how many rows a cell spans. The cell is measured with automatic height: if it were stretched to its rows, it would grow with each
 * measurement.
 */
function spanRows(cell: HTMLElement): void {
  cell.style.height = 'auto'
  const gapPx = Number.parseFloat(getComputedStyle(cell.parentElement ?? cell).columnGap) || 0
  cell.style.gridRowEnd = `span ${Math.ceil((cell.offsetHeight + gapPx) / ROW_PX)}`
}
