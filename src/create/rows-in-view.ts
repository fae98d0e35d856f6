/** The number of rows rendered above and below the visible ones. */
const OVERSCAN_ROWS = 2

interface RowView {
  /** The container's scroll position, its height, and the height of a row, in px. */
  readonly scrollTop: number
  readonly viewHeight: number
  readonly rowHeight: number
  readonly rows: number
}

/** The rows to render. The second index is exclusive. */
export function rowsInView({ scrollTop, viewHeight, rowHeight, rows }: RowView): { readonly from: number; readonly to: number } {
  const top = Math.min(Math.max(0, scrollTop), Math.max(0, rows * rowHeight - viewHeight))
  return {
    from: Math.max(0, Math.floor(top / rowHeight) - OVERSCAN_ROWS),
    to: Math.min(rows, Math.ceil((top + viewHeight) / rowHeight) + OVERSCAN_ROWS),
  }
}
