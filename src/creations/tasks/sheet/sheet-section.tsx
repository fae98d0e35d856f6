import type { ReactElement, ReactNode, RefObject } from 'react'
import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import styles from './sheet-section.module.css'

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

/** Gives the focus back to an element of a list that lost it by being moved to another place. */
function useKeptFocus(list: RefObject<HTMLElement | null>): void {
  const last = useRef<EventTarget | null>(null)
  useEffect(() => {
    const { current } = list
    const remember = ({ target }: FocusEvent) => {
      last.current = target
    }
    current?.addEventListener('focusin', remember)
    return () => current?.removeEventListener('focusin', remember)
  }, [list])
  useLayoutEffect(() => {
    const hasNoFocus = document.activeElement === document.body || document.activeElement instanceof HTMLDialogElement
    if (hasNoFocus && last.current instanceof HTMLElement && last.current.isConnected) last.current.focus()
  })
}
