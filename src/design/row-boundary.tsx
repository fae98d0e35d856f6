import { Component } from 'react'
import { crashOf, noteError } from '#src/platform/errors.ts'
import { text } from '#src/platform/i18n.ts'
import styles from './row-boundary.module.css'

interface RowBoundaryProps<Row> {
  /** A change of it draws the row again. */
  readonly row: Row
  readonly children: React.ReactNode
}

interface RowState {
  readonly isBroken: boolean
  readonly row: unknown
}

/** Contains a render error of one row of a list, which shows a line in its place; the other rows stay. Its child renders the `li`. */
export class RowBoundary<Row> extends Component<RowBoundaryProps<Row>, RowState> {
  override state: RowState = { isBroken: false, row: this.props.row }

  static getDerivedStateFromError(): Pick<RowState, 'isBroken'> {
    return { isBroken: true }
  }

  static getDerivedStateFromProps({ row }: RowBoundaryProps<unknown>, state: RowState): RowState | null {
    return state.row === row ? null : { row, isBroken: false }
  }

  override componentDidCatch(error: unknown): void {
    const { id } = crashOf(error, Date.now())
    console.error(`A row could not be drawn, error ${id}.`, error)
    noteError({ kind: 'drawing', id, error })
  }

  override render(): React.ReactNode {
    if (!this.state.isBroken) return this.props.children
    return <li className={styles['row']}>{text('app.layerCrashed')}</li>
  }
}
