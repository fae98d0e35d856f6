/** How many rows above and below the visible rows are rendered. */
const OVERSCAN_ROWS = 2

interface RowView {
  /** The container's scroll position, its height and the height of a row, all in px. */
  readonly scrollTop: number
  readonly viewHeight: number
  readonly rowHeight: number
  readonly rows: number
}

/** The rows to render: from index `from` up to, but without, index `to`. */
export function rowsInView({ scrollTop, viewHeight, rowHeight, rows }: RowView): { readonly from: number; readonly to: number } {
  const top = Math.min(Math.max(0, scrollTop), Math.max(0, rows * rowHeight - viewHeight))
  return {
    from: Math.max(0, Math.floor(top / rowHeight) - OVERSCAN_ROWS),
    to: Math.min(rows, Math.ceil((top + viewHeight) / rowHeight) + OVERSCAN_ROWS),
  }
}
