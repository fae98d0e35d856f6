import { type ReactElement, type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './tile-grid.module.css'

/** Height of one grid row in px; a card spans as many as it needs. */
const ROW_PX = 4

/** Cards side by side without gaps below, each as high as its picture needs, in reading order. */
export function TileGrid({ children }: { readonly children: ReactNode }): ReactElement {
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

/** A card that fills its cell is measured without that: else each span would make it higher, and the next one still more. */
function spanRows(cell: HTMLElement): void {
  cell.style.height = 'auto'
  const gapPx = Number.parseFloat(getComputedStyle(cell.parentElement ?? cell).columnGap) || 0
  cell.style.gridRowEnd = `span ${Math.ceil((cell.offsetHeight + gapPx) / ROW_PX)}`
}
