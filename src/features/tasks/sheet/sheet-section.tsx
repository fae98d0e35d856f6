import type { ReactElement, ReactNode } from 'react'
import { useId, useRef } from 'react'
import styles from './sheet-section.module.css'
import { useKeptFocus } from './use-kept-focus.ts'

interface SheetSectionProps<Row> {
  readonly title: string
  readonly rows: readonly Row[]
  readonly children: (row: Row) => ReactNode
}

/** One kind of work with its rows; nothing where there is none. */
export function SheetSection<Row>({ title, rows, children }: SheetSectionProps<Row>): ReactElement | null {
  const titleId = useId()
  if (rows.length === 0) return null
  return (
    <section className={styles['section']} aria-labelledby={titleId}>
      <h3 id={titleId} className={styles['title']}>
        {title}
        <span className={styles['count']}>{rows.length}</span>
      </h3>
      <Rows>{rows.map(children)}</Rows>
    </section>
  )
}

function Rows({ children }: { readonly children: ReactNode }): ReactElement {
  const list = useRef<HTMLUListElement>(null)
  useKeptFocus(list)
  return (
    <ul ref={list} className={styles['rows']}>
      {children}
    </ul>
  )
}
