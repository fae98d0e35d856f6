import { Component, createContext } from 'react'
import { text } from '#src/i18n/i18n.ts'
import styles from './row-boundary.module.css'

/** A function that reports the render error of a row and returns the error's id. */
export const RowErrorReporter = createContext<(error: unknown) => string | null>(() => null)

interface RowBoundaryProps<Row> {
  /** The row's data. When it changes, the row is rendered again after an error. */
  readonly row: Row
  readonly children: React.ReactNode
}

interface RowState {
  readonly isBroken: boolean
  readonly errorId: string | null
  readonly row: unknown
}

/**
 * Limits a render error to one row of a list: the row shows a line of text, and the other rows stay. Its child renders the `li`.
 */
export class RowBoundary<Row> extends Component<RowBoundaryProps<Row>, RowState> {
  static override contextType = RowErrorReporter
  declare context: React.ContextType<typeof RowErrorReporter>
  override state: RowState = { isBroken: false, errorId: null, row: this.props.row }

  static getDerivedStateFromError(): Pick<RowState, 'isBroken'> {
    return { isBroken: true }
  }

  static getDerivedStateFromProps({ row }: RowBoundaryProps<unknown>, state: RowState): RowState | null {
    return state.row === row ? null : { row, isBroken: false, errorId: null }
  }

  override componentDidCatch(error: unknown): void {
    this.setState({ errorId: this.context(error) })
  }

  override render(): React.ReactNode {
    const { isBroken, errorId } = this.state
    if (!isBroken) return this.props.children
    return (
      <li className={styles['row']}>
        {text('app.rowCrashed')} {errorId !== null && text('app.rowCrashedId', { id: errorId })}
      </li>
    )
  }
}
